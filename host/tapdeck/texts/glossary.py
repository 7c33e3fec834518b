"""One word for one thing: what terms are called in Chinese, for whoever translates.

`tests/host/test_texts.py` reads the whole catalogue with it: where the English sentence has the
term, the Chinese ones have its word, and none of the words that were tried besides it stands
anywhere. The words are those of the games' printed rules, where these have one.
"""

from __future__ import annotations

from typing import NamedTuple


class Term(NamedTuple):
    """What a thing is called.

    english   a regular expression that finds it in an English sentence, whole words, in any case;
              empty: English has one word for several things, so only `never` is held
    hans, hant  its word in Simplified and in Traditional Chinese
    never     words that must not stand for it, in both scripts
    besides   keys of sentences in which the English word means something else, or the Chinese
              sentence needs no word for it
    """

    english: str
    hans: str
    hant: str
    never: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()


TERMS = (
    # The table
    Term("boards?", "电路板", "電路板", (), ("flash.named",)),
    Term("readers?", "读卡器", "讀卡器"),
    Term("stickers?", "标签", "標籤", ("贴纸", "貼紙")),
    Term("tags?", "标签", "標籤"),
    Term("decks?", "牌组", "牌組", ("卡组", "卡組", "套牌"), ("enrol.go_on",)),
    Term("house rules?", "房规", "房規", ("桌规", "桌規", "家规", "家規")),
    Term("headers?", "标题行", "標題行", (), ("print.words",)),
    Term("the host", "主持人", "主持人", (), ("page.light.asking", "boardfile.console")),
    Term("", "网页", "網頁", ("页面", "頁面")),
    Term("", "代码", "代碼", ("代号", "代號")),
    Term("", "输入", "輸入", ("录入", "錄入")),
    Term("", "记录", "記錄", ("纪录", "紀錄")),
    Term("", "通常", "通常", ("默认", "預設", "平常")),
    Term("", "撤销", "撤銷", ("撤回", "復原", "复原")),
    Term("", "收牌人", "收牌人", ("接收者", "收牌的人")),
    Term("holds? (this|that|the) seat", "使用", "使用", ("占有", "佔有", "占着", "佔著")),
    # A game is 一场, a deal in it 一局
    Term(
        "match",
        "整场",
        "整場",
        ("比赛", "比賽"),
        ("reason.wrong_match", "option.scored", "option.elimination.off", "option.elimination.on"),
    ),
    Term("", "场游戏", "場遊戲", ("局游戏", "局遊戲")),
    # Followers of Cthulhu
    Term("(bomb|one|two) tokens?", "指示物", "指示物", ("炸弹标记", "炸彈標記")),
    Term("card skills?", "卡牌技能", "卡牌技能", ("牌的技能",)),
    Term("partners?", "队友", "隊友", ("搭档", "搭檔")),
    Term("trick", "墩", "墩", ("赢得本墩", "贏得本墩")),
    Term("", "庄权", "莊權", ("庄家", "莊家", "领出权", "領出權", "让庄", "讓莊")),
    # Spooks
    Term("suits?", "花色", "花色"),
    # Cultivation
    Term("elements?", "属性", "屬性", ("元素",)),
    Term("single roots?", "单灵根", "單靈根"),
    Term("destiny", "天命", "天命"),
    Term("", "回收", "回收", ("取回",)),
    # Cthulhu Wars
    Term("factions?", "派系", "派系", ("阵营", "陣營")),
    Term("spellbooks?", "咒术书", "咒術書"),
    Term("elder signs?", "远古印记", "遠古印記"),
    Term("cultists?", "教徒", "教徒"),
    Term("gates?", "门", "門"),
    Term("first player", "首个玩家", "首個玩家"),
)
