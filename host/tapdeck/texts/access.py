"""Who may do what: sentences of refusals, of roles, and of coming to the table."""

EN = {
    "error.stale": "Something has happened since you looked ({count}). Look again, then "
    "enter it anew.",
    "error.key_reused": "The key '{idempotency}' was used for another request. Give each "
    "request a key of its own.",
    "token.role": "A token is for: {known}, not '{role}'.",
    "token.none": "Nothing that was granted is called '{which}'; see: tapdeck token --list",
    "token.gone": "{which} may do nothing any more.",
    "page.more.role": "This device: {role}",
    "page.invite": "Invite players",
    "page.invite.words": "Phones in the same network open this link, or read the code, and play.",
    "page.invite.alone": "Only this machine sees the table. To let phones in, start "
    "Tapdeck with --listen 0.0.0.0:8040.",
    "page.invite.seat": "For the seat of {seat}",
    "page.invite.renew": "Make new links; the old ones stop working",
    "page.invite.pin": "The host's PIN: {pin}",
    "page.pin": "The host's PIN",
    "page.pin.enter": "This is the host's device",
    "page.asks": "Somebody asks for the seat of {seat}.",
    "page.asks.yes": "Give it up",
    "page.asks.no": "Keep it",
    "forbidden.guest": "This device only looks on. Open the join link that the host shows, or "
    "enter the host's PIN.",
    "forbidden.host": "Only the host may do that. Enter the host's PIN on this device.",
    "forbidden.seat": "Another device holds the seat of {seat}, so only that one acts for it.",
    "forbidden.free": "Nobody holds the seat of {seat}. Sit down there first.",
    "forbidden.hidden": "{seat} has something hidden. Enter it on the device that holds this seat; "
    "if no device does, sit down there first.",
    "forbidden.hidden.entry": "Entry {seq} is about something hidden; only the device that holds "
    "that seat, or that entered it, may correct it.",
    "forbidden.probe": "Something lies hidden at the table, so this is entered on the device that "
    "holds the seat of {seat}. Sit down there first.",
    "forbidden.correction": "A player corrects what was entered on the same device, or at a seat "
    "that it holds. For entry {seq} ask the host.",
    "forbidden.token": "This token is not known here; it may have been withdrawn. Make another one "
    "with: tapdeck token.",
    "reason.hidden_elsewhere": "That does not go together with what lies hidden elsewhere. Look at "
    "the card again.",
    "done.undo.looked": "The last action was taken back, though everybody had seen what it turned "
    "up.",
    "done.claim": "{seat}: a device sits down here.",
    "done.release": "{seat}: its device gets up.",
    "error.seat_holder": "Another device holds the seat of {seat}. Its holder has been asked; the "
    "host may decide instead.",
    "error.seat_away": "The device that holds the seat of {seat} is not here. Ask the host.",
    "error.seat_yours_not": "This device does not hold the seat of {seat}.",
    "error.nobody_asks": "Nobody asks for the seat of {seat} any more.",
    "error.no_key": "A seat is held by a device or a token. Open the page, or send a bearer token: "
    "tapdeck token makes one.",
    "error.join_code": "This join link is not valid any more. Ask the host for the present one.",
    "error.pin": "That is not the PIN. It was printed where Tapdeck was started.",
    "error.pin_wait": "Too many wrong PINs. Try again in a minute.",
    "role.host": "host",
    "role.player": "player",
    "role.guest": "guest",
}

ZH_HANS = {
    "error.stale": "在您查看之后又发生了 {count} 件事。请再看一下，然后重新输入。",
    "error.key_reused": "键“{idempotency}”已用于另一个请求。请给每个请求一个自己的键。",
    "token.role": "令牌只能是：{known}，不能是“{role}”。",
    "token.none": "没有名为“{which}”的授权；请看 tapdeck token --list",
    "token.gone": "{which} 不再有任何权限。",
    "page.more.role": "这台设备：{role}",
    "page.invite": "邀请玩家",
    "page.invite.words": "同一网络中的手机打开这个链接，或扫描二维码，就可以参加。",
    "page.invite.alone": "只有这台电脑能看到牌桌。要让手机加入，请用 --listen 0.0.0.0:8040 "
    "启动 Tapdeck。",
    "page.invite.seat": "{seat}的座位",
    "page.invite.renew": "生成新链接，旧链接失效",
    "page.invite.pin": "主持人的 PIN：{pin}",
    "page.pin": "主持人的 PIN",
    "page.pin.enter": "这是主持人的设备",
    "page.asks": "有人请求{seat}的座位。",
    "page.asks.yes": "让出",
    "page.asks.no": "保留",
    "forbidden.guest": "这台设备只能观看。请打开主持人显示的加入链接，或输入主持人的 PIN。",
    "forbidden.host": "只有主持人可以这样做。请在这台设备上输入主持人的 PIN。",
    "forbidden.seat": "{seat}的座位由另一台设备使用，只有那台设备可以操作。",
    "forbidden.free": "{seat}的座位没有人使用。请先在那里坐下。",
    "forbidden.hidden": "{seat}有隐藏的内容。请在使用这个座位的设备上输入；"
    "如果没有设备使用它，请先坐下。",
    "forbidden.hidden.entry": "第 {seq} 条记录涉及隐藏的内容，"
    "只有使用那个座位或输入它的设备可以更正。",
    "forbidden.probe": "桌上有隐藏的内容，所以这要在使用{seat}座位的设备上输入。请先在那里坐下。",
    "forbidden.correction": "玩家只能更正在同一台设备上或在自己座位上输入的内容。第 {seq} "
    "条记录请找主持人。",
    "forbidden.token": "这里不认识这个令牌，它可能已被撤销。请用 tapdeck token 重新生成。",
    "reason.hidden_elsewhere": "这与别处隐藏的内容不符。请再看一下这张牌。",
    "done.undo.looked": "撤销了上一个动作，虽然大家已经看到了它翻开的内容。",
    "done.claim": "{seat}：一台设备在这里坐下。",
    "done.release": "{seat}：设备离开了座位。",
    "error.seat_holder": "{seat}的座位由另一台设备使用。已经询问了对方，也可以由主持人决定。",
    "error.seat_away": "使用{seat}座位的设备不在。请找主持人。",
    "error.seat_yours_not": "这台设备没有使用{seat}的座位。",
    "error.nobody_asks": "已经没有人要{seat}的座位了。",
    "error.no_key": "座位由设备或令牌使用。请打开网页，或发送令牌：用 tapdeck token 生成。",
    "error.join_code": "这个加入链接已经失效。请向主持人要现在的链接。",
    "error.pin": "PIN 不对。启动 Tapdeck 的地方会显示它。",
    "error.pin_wait": "PIN 输错太多次。请一分钟后再试。",
    "role.host": "主持人",
    "role.player": "玩家",
    "role.guest": "观众",
}

ZH_HANT = {
    "error.stale": "在您查看之後又發生了 {count} 件事。請再看一下，然後重新輸入。",
    "error.key_reused": "鍵「{idempotency}」已用於另一個請求。請給每個請求一個自己的鍵。",
    "token.role": "權杖只能是：{known}，不能是「{role}」。",
    "token.none": "沒有名為「{which}」的授權；請看 tapdeck token --list",
    "token.gone": "{which} 不再有任何權限。",
    "page.more.role": "這台裝置：{role}",
    "page.invite": "邀請玩家",
    "page.invite.words": "同一網路中的手機打開這個連結，或掃描 QR 碼，就可以參加。",
    "page.invite.alone": "只有這台電腦能看到牌桌。要讓手機加入，請用 --listen 0.0.0.0:8040 "
    "啟動 Tapdeck。",
    "page.invite.seat": "{seat}的座位",
    "page.invite.renew": "產生新連結，舊連結失效",
    "page.invite.pin": "主持人的 PIN：{pin}",
    "page.pin": "主持人的 PIN",
    "page.pin.enter": "這是主持人的裝置",
    "page.asks": "有人請求{seat}的座位。",
    "page.asks.yes": "讓出",
    "page.asks.no": "保留",
    "forbidden.guest": "這台裝置只能觀看。請打開主持人顯示的加入連結，或輸入主持人的 PIN。",
    "forbidden.host": "只有主持人可以這樣做。請在這台裝置上輸入主持人的 PIN。",
    "forbidden.seat": "{seat}的座位由另一台裝置使用，只有那台裝置可以操作。",
    "forbidden.free": "{seat}的座位沒有人使用。請先在那裡坐下。",
    "forbidden.hidden": "{seat}有隱藏的內容。請在使用這個座位的裝置上輸入；"
    "如果沒有裝置使用它，請先坐下。",
    "forbidden.hidden.entry": "第 {seq} 條記錄涉及隱藏的內容，"
    "只有使用那個座位或輸入它的裝置可以更正。",
    "forbidden.probe": "桌上有隱藏的內容，所以這要在使用{seat}座位的裝置上輸入。請先在那裡坐下。",
    "forbidden.correction": "玩家只能更正在同一台裝置上或在自己座位上輸入的內容。第 {seq} "
    "條記錄請找主持人。",
    "forbidden.token": "這裡不認識這個權杖，它可能已被撤銷。請用 tapdeck token 重新產生。",
    "reason.hidden_elsewhere": "這與別處隱藏的內容不符。請再看一下這張牌。",
    "done.undo.looked": "撤銷了上一個動作，雖然大家已經看到了它翻開的內容。",
    "done.claim": "{seat}：一台裝置在這裡坐下。",
    "done.release": "{seat}：裝置離開了座位。",
    "error.seat_holder": "{seat}的座位由另一台裝置使用。已經詢問了對方，也可以由主持人決定。",
    "error.seat_away": "使用{seat}座位的裝置不在。請找主持人。",
    "error.seat_yours_not": "這台裝置沒有使用{seat}的座位。",
    "error.nobody_asks": "已經沒有人要{seat}的座位了。",
    "error.no_key": "座位由裝置或權杖使用。請打開網頁，或傳送權杖：用 tapdeck token 產生。",
    "error.join_code": "這個加入連結已經失效。請向主持人要現在的連結。",
    "error.pin": "PIN 不對。啟動 Tapdeck 的地方會顯示它。",
    "error.pin_wait": "PIN 輸錯太多次。請一分鐘後再試。",
    "role.host": "主持人",
    "role.player": "玩家",
    "role.guest": "觀眾",
}
