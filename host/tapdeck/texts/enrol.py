"""What is said while cards get their stickers."""

EN = {
    "enrol.start": "Deck {deck}: {done} of {total} {done:has|have} a sticker. Waiting for the "
    "board.",
    "enrol.ready": "The board is there. Lay each card on any reader when it is named.",
    "enrol.keys": "Type s to skip, b to go back, q to stop and keep, or a card's code to go "
    "to that card; then Enter.",
    "enrol.card": "card {code}",
    "enrol.card_named": "card {code} ({name})",
    "enrol.control": "control tag {code}",
    "enrol.of_pack": "{item} of pack {pack}",
    "enrol.packs": "{pack} is played with {most} {most:pack|packs} at most, not with {count}.",
    "enrol.own_deck": "The stickers of {deck} are for a deck of its owners' own ({cards}); name "
    "its file with --deck-file.",
    "enrol.no_own_deck": "There is no deck of one's own for {pack}; --deck-file is for: {known}.",
    "enrol.deck_file": "The deck file {file} cannot be read: {why}",
    "enrol.next": "{done} of {total}. Now: {item}.",
    "enrol.stored": "Stored: {item}.",
    "enrol.tag_taken": "This sticker says the number of {other}, so it cannot be {item} too. "
    "Nothing was stored. If it is another sticker, the two have one number: take a new one.",
    "enrol.same_again": "This sticker is {item} already. Nothing was stored.",
    "enrol.card_taken": "Refused: {item} has another sticker already. Nothing was stored. "
    "To give it a new one go back to it with b.",
    "enrol.random_uid": "The tag {uid} makes up a new number each time, as phones and bank cards "
    "do. Nothing was stored; take a sticker.",
    "enrol.half_uid": "{uid} is half of a longer number: the reader stopped there. Nothing was "
    "stored; lay the sticker flat and try again.",
    "enrol.zero_uid": "The sticker was not read: {uid} is no number. Nothing was stored; "
    "try again.",
    "enrol.bad_uid": "The tag has no usable number. Nothing was stored; take another sticker.",
    "enrol.two": "One at a time: two stickers lie there. Nothing was stored; take both away and "
    "lay the one down again.",
    "enrol.unreadable": "The sticker cannot be read. Nothing was stored; lay it down again, "
    "flat, or take another sticker.",
    "enrol.reader_sick": "Reader {reader} does not work as it should ({why}); use another one.",
    "enrol.skipped": "Skipped: {item}.",
    "enrol.first": "This is the first one; there is nothing to go back to.",
    "enrol.forgotten": "Back: {item} has no sticker now.",
    "enrol.what": "'{word}' is no key and no code of this pack.",
    "enrol.away": "The board is away: {why}",
    "enrol.complete": "Nothing is missing: {total} {total:has its sticker|have their stickers}.",
    "enrol.missing": "Still without a sticker, {count} of the cards: {cards}.",
    "enrol.missing_controls": "Control tags without a sticker: {controls}. "
    "They are a convenience; the page can do all of it.",
    "enrol.go_on": 'To go on where this was left: tapdeck enrol "{deck}"{more}',
}

ZH_HANS = {
    "enrol.start": "牌组 {deck}：{total} 张中已有 {done} 张贴好标签。正在等待电路板。",
    "enrol.ready": "电路板已就绪。请把报出的牌放到任意一个读卡器上。",
    "enrol.keys": "输入 s 跳过，b 返回，q 停止并保存，或输入牌的代码跳到那张牌；然后按回车。",
    "enrol.card": "牌 {code}",
    "enrol.card_named": "牌 {code}（{name}）",
    "enrol.control": "控制标签 {code}",
    "enrol.of_pack": "第 {pack} 副的{item}",
    "enrol.packs": "{pack} 最多用 {most} 副牌，不是 {count} 副。",
    "enrol.own_deck": "{deck} 的标签属于自制牌组（{cards}）；请用 --deck-file 指定它的文件。",
    "enrol.no_own_deck": "{pack} 没有自制牌组；--deck-file 用于：{known}。",
    "enrol.deck_file": "无法读取牌组文件 {file}：{why}",
    "enrol.next": "{total} 张中的 {done} 张已完成。现在：{item}。",
    "enrol.stored": "已保存：{item}。",
    "enrol.tag_taken": "这张标签的号码属于{other}，不能再用于{item}。没有保存。"
    "如果是另一张标签，那么两张号码相同：请换一张新的。",
    "enrol.same_again": "这张标签已经是{item}。没有保存。",
    "enrol.card_taken": "{item}已有另一张标签。没有保存。要换新的，请用 b 返回到它。",
    "enrol.random_uid": "标签 {uid} 每次都会产生新号码，手机和银行卡就是这样。没有保存；"
    "请换一个标签。",
    "enrol.half_uid": "{uid} 只是一个较长号码的一半，读卡器没有读完。没有保存；请放平标签再试。",
    "enrol.zero_uid": "没有读到标签：{uid} 不是号码。没有保存；请再试。",
    "enrol.bad_uid": "这张标签没有可用的号码。没有保存；请换一张。",
    "enrol.two": "请一次只放一张：那里有两张标签。没有保存；请都拿开，再放那一张。",
    "enrol.unreadable": "标签无法读取。没有保存；请放平再试，或换一张标签。",
    "enrol.reader_sick": "{reader} 号读卡器工作不正常（{why}）；请用另一个。",
    "enrol.skipped": "已跳过：{item}。",
    "enrol.first": "这是第一张，无法再返回。",
    "enrol.forgotten": "返回：{item}现在没有标签。",
    "enrol.what": "“{word}”既不是按键，也不是这副牌的代码。",
    "enrol.away": "电路板不在：{why}",
    "enrol.complete": "全部 {total} 张都有标签了。",
    "enrol.missing": "还有 {count} 张牌没有标签：{cards}。",
    "enrol.missing_controls": "没有标签的控制标签：{controls}。它们只是方便；网页上都能做到。",
    "enrol.go_on": '要从这里继续：tapdeck enrol "{deck}"{more}',
}

ZH_HANT = {
    "enrol.start": "牌組 {deck}：{total} 張中已有 {done} 張貼好標籤。正在等待電路板。",
    "enrol.ready": "電路板已就緒。請把報出的牌放到任意一個讀卡器上。",
    "enrol.keys": "輸入 s 跳過，b 返回，q 停止並儲存，或輸入牌的代碼跳到那張牌；然後按 Enter。",
    "enrol.card": "牌 {code}",
    "enrol.card_named": "牌 {code}（{name}）",
    "enrol.control": "控制標籤 {code}",
    "enrol.of_pack": "第 {pack} 副的{item}",
    "enrol.packs": "{pack} 最多用 {most} 副牌，不是 {count} 副。",
    "enrol.own_deck": "{deck} 的標籤屬於自製牌組（{cards}）；請用 --deck-file 指定它的檔案。",
    "enrol.no_own_deck": "{pack} 沒有自製牌組；--deck-file 用於：{known}。",
    "enrol.deck_file": "無法讀取牌組檔案 {file}：{why}",
    "enrol.next": "{total} 張中的 {done} 張已完成。現在：{item}。",
    "enrol.stored": "已儲存：{item}。",
    "enrol.tag_taken": "這張標籤的號碼屬於{other}，不能再用於{item}。沒有儲存。"
    "如果是另一張標籤，那麼兩張號碼相同：請換一張新的。",
    "enrol.same_again": "這張標籤已經是{item}。沒有儲存。",
    "enrol.card_taken": "{item}已有另一張標籤。沒有儲存。要換新的，請用 b 返回到它。",
    "enrol.random_uid": "標籤 {uid} 每次都會產生新號碼，手機和銀行卡就是這樣。沒有儲存；"
    "請換一個標籤。",
    "enrol.half_uid": "{uid} 只是一個較長號碼的一半，讀卡器沒有讀完。沒有儲存；請放平標籤再試。",
    "enrol.zero_uid": "沒有讀到標籤：{uid} 不是號碼。沒有儲存；請再試。",
    "enrol.bad_uid": "這張標籤沒有可用的號碼。沒有儲存；請換一張。",
    "enrol.two": "請一次只放一張：那裡有兩張標籤。沒有儲存；請都拿開，再放那一張。",
    "enrol.unreadable": "標籤無法讀取。沒有儲存；請放平再試，或換一張標籤。",
    "enrol.reader_sick": "{reader} 號讀卡器運作不正常（{why}）；請用另一個。",
    "enrol.skipped": "已跳過：{item}。",
    "enrol.first": "這是第一張，無法再返回。",
    "enrol.forgotten": "返回：{item}現在沒有標籤。",
    "enrol.what": "「{word}」既不是按鍵，也不是這副牌的代碼。",
    "enrol.away": "電路板不在：{why}",
    "enrol.complete": "全部 {total} 張都有標籤了。",
    "enrol.missing": "還有 {count} 張牌沒有標籤：{cards}。",
    "enrol.missing_controls": "沒有標籤的控制標籤：{controls}。它們只是方便；網頁上都能做到。",
    "enrol.go_on": '要從這裡繼續：tapdeck enrol "{deck}"{more}',
}
