"""Decks that change, and stickers that are no good: sentences."""

EN = {
    "done.deck": "The game goes on with the deck {deck} as it is now.",
    "notice.deck_changed": "The deck {deck} has changed since it was chosen for this game; "
    "the game goes on with it as it was.",
    "error.deck_emptied": "This would take every sticker ({count}) from the deck '{deck}'. "
    "Store an empty deck under another name.",
    "error.deck_version": "The deck '{deck}' has no state {number}; it has: {known}.",
    "deck.random_uid": "The sticker {uid} for {code} makes up a new number each time, so "
    "no reader will find it again.",
    "deck.half_uid": "{uid} for {code} is half of a longer number, read by a reader that "
    "stopped there.",
    "deck.zero_uid": "{uid} for {code} is no sticker's number; it was not read.",
    "page.deck.use": "Go on with the deck as it is now",
}

ZH_HANS = {
    "done.deck": "游戏改用牌组 {deck} 现在的内容继续。",
    "notice.deck_changed": "牌组 {deck} 在选用之后有改动；本局仍用当时的内容。",
    "error.deck_emptied": "这会清除牌组“{deck}”的全部 {count} 张标签。请用另一个名字保存空牌组。",
    "error.deck_version": "牌组“{deck}”没有第 {number} 版；现有：{known}。",
    "deck.random_uid": "{code} 的标签 {uid} 每次都会产生新号码，读卡器再也找不到它。",
    "deck.half_uid": "{code} 的 {uid} 只是一个较长号码的一半，读卡器没有读完。",
    "deck.zero_uid": "{code} 的 {uid} 不是标签的号码，没有读到。",
    "page.deck.use": "改用牌组现在的内容",
}

ZH_HANT = {
    "done.deck": "遊戲改用牌組 {deck} 現在的內容繼續。",
    "notice.deck_changed": "牌組 {deck} 在選用之後有改動；本局仍用當時的內容。",
    "error.deck_emptied": "這會清除牌組「{deck}」的全部 {count} 張標籤。請用另一個名字儲存空牌組。",
    "error.deck_version": "牌組「{deck}」沒有第 {number} 版；現有：{known}。",
    "deck.random_uid": "{code} 的標籤 {uid} 每次都會產生新號碼，讀卡器再也找不到它。",
    "deck.half_uid": "{code} 的 {uid} 只是一個較長號碼的一半，讀卡器沒有讀完。",
    "deck.zero_uid": "{code} 的 {uid} 不是標籤的號碼，沒有讀到。",
    "page.deck.use": "改用牌組現在的內容",
}
