"""What the guard before the web says when it lets a request not in."""

EN = {
    "guard.host": "This machine does not know itself as {host}. If that is one of its names, add "
    "it to the setting hosts (--hosts, TAPDECK_HOSTS) and start Tapdeck again.",
    "guard.no_host": "The request must say which host it is for, once and as NAME:PORT.",
    "guard.origin": "A page of another site ({origin}) asked for this, so it is not done. If a "
    "proxy stands before Tapdeck, name its address in the setting proxies (--proxies, "
    "TAPDECK_PROXIES).",
    "guard.large": "That is too large: at most {most} kB are read.",
    "guard.long": "This address is too long: at most {most} "
    "{most:character is|characters are} read.",
    "guard.slow": "The request was not complete after {seconds} s.",
    "guard.often": "Too many requests come from this address. Try again in {seconds} s.",
    "guard.many": "Too many connections from this address are open. Try again in {seconds} s.",
    "guard.fields": "A form has at most {most} {most:field|fields} here.",
    "guard.nothing": "There is nothing at this address. The table is at /.",
    "guard.failed": "Something went wrong in Tapdeck; where it was started its log says what.",
    "wrong.too_long": "a text is too long; it has at most {most} {most:character|characters}",
    "wrong.no_text": "a text holds half of a character (U+D800 to U+DFFF)",
    "wrong.too_deep": "it is nested too deeply; it may have {most} {most:level|levels}",
    "wrong.too_many": "it has more than {most} {most:value|values}",
    "wrong.no_number": "it has a number that cannot be kept",
    "wrong.no_json": "it has a value that is no JSON",
}

ZH_HANS = {
    "guard.host": "这台机器不知道自己叫 {host}。如果这是它的名称，请加到设置 hosts "
    "里（--hosts，TAPDECK_HOSTS），再重新启动 Tapdeck。",
    "guard.no_host": "请求必须说明一次要找的主机，写成 名称:端口。",
    "guard.origin": "这是另一个网站（{origin}）的网页要求的，所以不执行。如果 Tapdeck "
    "前面有代理，请在设置 proxies 里写上它的地址（--proxies，TAPDECK_PROXIES）。",
    "guard.large": "内容太大：最多读取 {most} kB。",
    "guard.long": "地址太长：最多读取 {most} 个字符。",
    "guard.slow": "过了 {seconds} 秒，请求仍不完整。",
    "guard.often": "来自这个地址的请求太多。请在 {seconds} 秒后再试。",
    "guard.many": "来自这个地址的连接太多。请在 {seconds} 秒后再试。",
    "guard.fields": "这里的表单最多有 {most} 项。",
    "guard.nothing": "这个地址没有内容。桌子在 /。",
    "guard.failed": "Tapdeck 内部出错；启动它的地方有日志。",
    "wrong.too_long": "有一段文字太长，最多 {most} 个字符",
    "wrong.no_text": "有一段文字含有半个字符（U+D800 到 U+DFFF）",
    "wrong.too_deep": "嵌套太深，最多 {most} 层",
    "wrong.too_many": "内容太多，最多 {most} 项",
    "wrong.no_number": "有一个无法保存的数字",
    "wrong.no_json": "有一项不是 JSON",
}

ZH_HANT = {
    "guard.host": "這台機器不知道自己叫 {host}。如果這是它的名稱，請加到設定 hosts "
    "裡（--hosts，TAPDECK_HOSTS），再重新啟動 Tapdeck。",
    "guard.no_host": "請求必須說明一次要找的主機，寫成 名稱:連接埠。",
    "guard.origin": "這是另一個網站（{origin}）的網頁要求的，所以不執行。如果 Tapdeck "
    "前面有代理，請在設定 proxies 裡寫上它的位址（--proxies，TAPDECK_PROXIES）。",
    "guard.large": "內容太大：最多讀取 {most} kB。",
    "guard.long": "位址太長：最多讀取 {most} 個字元。",
    "guard.slow": "過了 {seconds} 秒，請求仍不完整。",
    "guard.often": "來自這個位址的請求太多。請在 {seconds} 秒後再試。",
    "guard.many": "來自這個位址的連線太多。請在 {seconds} 秒後再試。",
    "guard.fields": "這裡的表單最多有 {most} 項。",
    "guard.nothing": "這個位址沒有內容。桌子在 /。",
    "guard.failed": "Tapdeck 內部出錯；啟動它的地方有日誌。",
    "wrong.too_long": "有一段文字太長，最多 {most} 個字元",
    "wrong.no_text": "有一段文字含有半個字元（U+D800 到 U+DFFF）",
    "wrong.too_deep": "巢狀太深，最多 {most} 層",
    "wrong.too_many": "內容太多，最多 {most} 項",
    "wrong.no_number": "有一個無法保存的數字",
    "wrong.no_json": "有一項不是 JSON",
}
