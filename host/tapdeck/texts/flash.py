"""What `tapdeck flash` says."""

EN = {
    "flash.no_port": "Flashing needs a real board; name its port with --port, or plug it in and "
    "leave --port away.",
    "flash.unknown_board": "There is no board {board}; the boards are: {known}.",
    "flash.none": "No board was found. Plug it in, with a cable that carries data and not only "
    "power; if it has no MicroPython yet, firmware/README.md says how it gets there.",
    "flash.none_known": "None of the serial ports looks like a board's. If it is one of these, "
    "name it with --port: {ports}.",
    "flash.several": "Several ports may be the board's: {ports}. Name one with --port, or unplug "
    "the others.",
    "flash.port_busy": "{port} is in use, perhaps by a running `tapdeck run` or a terminal "
    "program. End that, then flash again.",
    "flash.port_denied": "You may not use {port}. Join the group that owns it (often dialout or "
    "uucp) and log in again.",
    "flash.port_missing": "{port} cannot be opened as a serial port. Plug the board in, or name "
    "another port with --port.",
    "flash.port_lost": "The board at {port} went away. Plug it in again and repeat the same "
    "command: it goes on from there.",
    "flash.boot_rp2": "A board waits in its boot loader ({where}) and has no MicroPython running. "
    "Download the UF2 file of MicroPython for its name (Raspberry Pi Pico: the latest release of "
    "RPI_PICO), copy it to the drive that the board shows, wait until it restarts, then flash "
    "again.",
    "flash.boot_esp32": "The board at {port} is an ESP32 in its download mode. If it has no "
    "MicroPython yet, download the file for ESP32 / WROOM (ESP32_GENERIC) and write it with "
    "esptool to address 0x1000; then press its reset button, without BOOT, and flash again.",
    "flash.no_prompt": "The board at {port} does not get to MicroPython's prompt. Unplug it and "
    "plug it in again while you hold seat 1's button; if there is no MicroPython on it yet, "
    "firmware/README.md says how it gets there.",
    "flash.no_link": "The board at {port} answered and then fell silent. Unplug it, plug it in "
    "again, and repeat the command.",
    "flash.no_stop": "The board at {port} does not leave its program. Unplug it and plug it in "
    "again while you hold seat 1's button, then flash again.",
    "flash.no_record": "The record cannot be used, so the plays on the board cannot be kept "
    "there: {why} Name another with --db, or go on with --discard.",
    "flash.waiting": "{count} {count:play waits|plays wait} on the board and could not be taken "
    "into the record. Look at the record (--db), or go on with --discard; what waits may be lost "
    "then.",
    "flash.other_python": "The board runs {name}, not MicroPython. Put MicroPython on it first; "
    "firmware/README.md says how.",
    "flash.platform": "The board runs MicroPython for {platform}; the firmware is for rp2 "
    "(Raspberry Pi Pico) and esp32. Use one of these boards.",
    "flash.wrong_board": "You asked for the board {board}, but what answers is of the kind "
    "{found}. Name its port with --port, or leave --board away.",
    "flash.old": "The board runs MicroPython {version}; the firmware needs {oldest} or newer. Put "
    "the latest release on it, then flash again; your files stay.",
    "flash.full": "The board's flash is too full: {need} KB must be free, {free} KB are. Delete "
    "files of yours on it (mpremote rm), then flash again. Nothing was changed.",
    "flash.full_midway": "The board's flash became full. Delete files of yours on it (mpremote rm)"
    ", then flash again.",
    "flash.differs": "{name} did not arrive as it was sent. Take another cable, without a hub, "
    "and repeat the command.",
    "flash.garbled": "The board at {port} answers, but not as its prompt should. Unplug it, plug "
    "it in again, and repeat the command.",
    "flash.complains": "The board complains: {why}. Unplug it, plug it in again, and repeat the "
    "command; if that does not help, its flash has to be erased and MicroPython written again.",
    "flash.does_not_start": "The firmware is on the board, but does not answer: {why}. Look at "
    "the board file and the wiring; a board named in the file `board` must have its own file.",
    "flash.interrupted": "Interrupted. Repeat the same command: it goes on from there.",
    "flash.runs": "The firmware {firmware} runs on the board {board} at {port}.",
    "flash.taken": "{count} {count:play that waited on it is|plays that waited on it are} in the "
    "record now.",
    "flash.found": "At {port} is MicroPython {version} for {platform}.",
    "flash.mpy_differs": "The board takes compiled files of version {board}, our compiler makes "
    "version {ours}. The files go there as source: the board then starts more slowly and has less "
    "memory free. An mpy-cross of its version mends that.",
    "flash.no_compiler": "There is no mpy-cross here that works ({why}). The files go there as "
    "source: the board then starts more slowly and has less memory free.",
    "flash.kept": "Left alone, as files of your own: {files}. A board file with the name of ours "
    "is used in its place; delete it to have ours.",
    "flash.same": "Nothing is to be written: {count} {count:file is|files are} on it already.",
    "flash.begins": "{count} {count:file|files} to write ({size} KB), {same} {same:is|are} there "
    "already, {gone} old {gone:one goes|ones go}.",
    "flash.displaced": "Another program was there as main.py; it is called {name} now.",
    "flash.written": "All is written and compared.",
    "flash.named": "The file `board` on it says {named} and was left alone; to have {board}, "
    "delete it (mpremote rm :board) and flash again.",
    "flash.set_up": "It is set up as the board {board}, and restarts.",
}

ZH_HANS = {
    "flash.no_port": "刷写需要真正的电路板；请用 --port 指定端口，或插上它并省略 --port。",
    "flash.unknown_board": "没有电路板 {board}；有这些：{known}。",
    "flash.none": "没有找到电路板。请用能传数据（不只是供电）的线插上；如果上面还没有 MicroPython，"
    "firmware/README.md 说明怎样安装。",
    "flash.none_known": "没有一个串口像是电路板的。如果是其中之一，请用 --port 指定：{ports}。",
    "flash.several": "有几个端口可能是电路板：{ports}。请用 --port 指定一个，或拔掉其他的。",
    "flash.port_busy": "{port} 正被占用，可能是正在运行的 `tapdeck run` 或终端程序。请结束它，"
    "然后再刷写。",
    "flash.port_denied": "您没有使用 {port} 的权限。请加入拥有它的用户组（常为 dialout 或 uucp），"
    "然后重新登录。",
    "flash.port_missing": "{port} 不能作为串口打开。请插上电路板，或用 --port 指定另一个端口。",
    "flash.port_lost": "{port} 的电路板断开了。请重新插上，再执行同一条命令：它会接着做。",
    "flash.boot_rp2": "有一块电路板停在引导程序里（{where}），没有运行 MicroPython。请下载与它名称"
    "相符的 MicroPython UF2 文件（Raspberry Pi Pico：RPI_PICO 的最新版），复制到电路板显示的"
    "磁盘上，等它重启，然后再刷写。",
    "flash.boot_esp32": "{port} 的电路板是处于下载模式的 ESP32。如果上面还没有 MicroPython，请下载 "
    "ESP32 / WROOM 的文件（ESP32_GENERIC），用 esptool 写到地址 0x1000；然后按复位键（不按 BOOT），"
    "再刷写。",
    "flash.no_prompt": "{port} 的电路板没有进入 MicroPython 提示符。请拔下，按住 1 号位的按钮再"
    "插上；如果上面还没有 MicroPython，firmware/README.md 说明怎样安装。",
    "flash.no_link": "{port} 的电路板应答之后又沉默了。请拔下再插上，然后重复这条命令。",
    "flash.no_stop": "{port} 的电路板没有退出程序。请拔下，按住 1 号位的按钮再插上，然后再刷写。",
    "flash.no_record": "记录无法使用，电路板上的动作存不进去：{why} 请用 --db 指定另一个，或用 "
    "--discard 继续。",
    "flash.waiting": "电路板上有 {count} 个动作在等待，没能存入记录。请检查记录（--db），或用 "
    "--discard 继续：它们可能会丢失。",
    "flash.other_python": "电路板运行的是 {name}，不是 MicroPython。请先装 MicroPython；"
    "firmware/README.md 说明怎样安装。",
    "flash.platform": "电路板运行的是 {platform} 的 MicroPython；固件适用于 rp2（Raspberry Pi "
    "Pico）和 esp32。请用这些电路板。",
    "flash.wrong_board": "您要的是电路板 {board}，但应答的是 {found} 一类。请用 --port 指定它的"
    "端口，或省略 --board。",
    "flash.old": "电路板运行 MicroPython {version}；固件需要 {oldest} 或更新。请装上最新版，然后再"
    "刷写；您的文件会保留。",
    "flash.full": "电路板的闪存太满：需要空出 {need} KB，现有 {free} KB。请删除上面您自己的文件"
    "（mpremote rm），然后再刷写。什么都没有改动。",
    "flash.full_midway": "电路板的闪存满了。请删除上面您自己的文件（mpremote rm），然后再刷写。",
    "flash.differs": "{name} 到达时与发出的不同。请换一根线，不要经过集线器，然后重复这条命令。",
    "flash.garbled": "{port} 的电路板有应答，但不像提示符。请拔下再插上，然后重复这条命令。",
    "flash.complains": "电路板报错：{why}。请拔下再插上，然后重复这条命令；如果没有用，就要擦除它的"
    "闪存，重新写入 MicroPython。",
    "flash.does_not_start": "固件已在电路板上，但没有应答：{why}。请检查电路板文件和接线；`board` "
    "文件里写的电路板必须有自己的文件。",
    "flash.interrupted": "已中断。请再执行同一条命令：它会接着做。",
    "flash.runs": "{port} 的电路板 {board} 正在运行固件 {firmware}。",
    "flash.taken": "在它那里等待的 {count} 个动作已存入记录。",
    "flash.found": "{port} 上是 {platform} 的 MicroPython {version}。",
    "flash.mpy_differs": "电路板接受版本 {board} 的编译文件，我们的编译器生成版本 {ours}。文件将"
    "以源代码写入：电路板启动会慢一些，可用内存会少一些。装上相应版本的 mpy-cross 就好。",
    "flash.no_compiler": "这里没有能用的 mpy-cross（{why}）。文件将以源代码写入：电路板启动会慢一些"
    "，可用内存会少一些。",
    "flash.kept": "这些是您自己的文件，没有动：{files}。与我们的同名的电路板文件会代替我们的；"
    "删除它就用我们的。",
    "flash.same": "全部 {count} 个文件都已在上面。",
    "flash.begins": "要写 {count} 个文件（{size} KB），{same} 个已在上面，{gone} 个旧的将删除。",
    "flash.displaced": "原来的 main.py 是另一个程序；它现在叫 {name}。",
    "flash.written": "全部已写入并核对。",
    "flash.named": "上面的 `board` 文件写着 {named}，没有动；要用 {board}，请删除它（mpremote rm "
    ":board）再刷写。",
    "flash.set_up": "它设置为电路板 {board}，正在重启。",
}

ZH_HANT = {
    "flash.no_port": "燒錄需要真正的電路板；請用 --port 指定連接埠，或插上它並省略 --port。",
    "flash.unknown_board": "沒有電路板 {board}；有這些：{known}。",
    "flash.none": "沒有找到電路板。請用能傳資料（不只是供電）的線插上；如果上面還沒有 MicroPython，"
    "firmware/README.md 說明怎樣安裝。",
    "flash.none_known": "沒有一個序列埠像是電路板的。如果是其中之一，請用 --port 指定：{ports}。",
    "flash.several": "有幾個連接埠可能是電路板：{ports}。請用 --port 指定一個，或拔掉其他的。",
    "flash.port_busy": "{port} 正被占用，可能是執行中的 `tapdeck run` 或終端機程式。請結束它，"
    "然後再燒錄。",
    "flash.port_denied": "您沒有使用 {port} 的權限。請加入擁有它的群組（常為 dialout 或 uucp），"
    "然後重新登入。",
    "flash.port_missing": "{port} 不能作為序列埠開啟。請插上電路板，或用 --port 指定另一個連接埠。",
    "flash.port_lost": "{port} 的電路板斷線了。請重新插上，再執行同一個命令：它會接著做。",
    "flash.boot_rp2": "有一塊電路板停在開機載入程式裡（{where}），沒有執行 MicroPython。請下載與它"
    "名稱相符的 MicroPython UF2 檔案（Raspberry Pi Pico：RPI_PICO 的最新版），複製到電路板顯示的"
    "磁碟上，等它重啟，然後再燒錄。",
    "flash.boot_esp32": "{port} 的電路板是處於下載模式的 ESP32。如果上面還沒有 MicroPython，請下載 "
    "ESP32 / WROOM 的檔案（ESP32_GENERIC），用 esptool 寫到位址 0x1000；然後按重設鍵（不按 BOOT），"
    "再燒錄。",
    "flash.no_prompt": "{port} 的電路板沒有進入 MicroPython 提示符號。請拔下，按住 1 號位的按鈕再"
    "插上；如果上面還沒有 MicroPython，firmware/README.md 說明怎樣安裝。",
    "flash.no_link": "{port} 的電路板回應之後又沉默了。請拔下再插上，然後重複這個命令。",
    "flash.no_stop": "{port} 的電路板沒有離開程式。請拔下，按住 1 號位的按鈕再插上，然後再燒錄。",
    "flash.no_record": "記錄無法使用，電路板上的動作存不進去：{why} 請用 --db 指定另一個，或用 "
    "--discard 繼續。",
    "flash.waiting": "電路板上有 {count} 個動作在等待，沒能存入記錄。請檢查記錄（--db），或用 "
    "--discard 繼續：它們可能會遺失。",
    "flash.other_python": "電路板執行的是 {name}，不是 MicroPython。請先裝 MicroPython；"
    "firmware/README.md 說明怎樣安裝。",
    "flash.platform": "電路板執行的是 {platform} 的 MicroPython；韌體適用於 rp2（Raspberry Pi "
    "Pico）和 esp32。請用這些電路板。",
    "flash.wrong_board": "您要的是電路板 {board}，但回應的是 {found} 一類。請用 --port 指定它的"
    "連接埠，或省略 --board。",
    "flash.old": "電路板執行 MicroPython {version}；韌體需要 {oldest} 或更新。請裝上最新版，然後再"
    "燒錄；您的檔案會保留。",
    "flash.full": "電路板的快閃記憶體太滿：需要空出 {need} KB，現有 {free} KB。請刪除上面您自己的"
    "檔案（mpremote rm），然後再燒錄。什麼都沒有改動。",
    "flash.full_midway": "電路板的快閃記憶體滿了。請刪除上面您自己的檔案（mpremote rm），然後再"
    "燒錄。",
    "flash.differs": "{name} 到達時與送出的不同。請換一條線，不要經過集線器，然後重複這個命令。",
    "flash.garbled": "{port} 的電路板有回應，但不像提示符號。請拔下再插上，然後重複這個命令。",
    "flash.complains": "電路板回報錯誤：{why}。請拔下再插上，然後重複這個命令；如果沒有用，就要抹除"
    "它的快閃記憶體，重新寫入 MicroPython。",
    "flash.does_not_start": "韌體已在電路板上，但沒有回應：{why}。請檢查電路板檔案和接線；`board` "
    "檔案裡寫的電路板必須有自己的檔案。",
    "flash.interrupted": "已中斷。請再執行同一個命令：它會接著做。",
    "flash.runs": "{port} 的電路板 {board} 正在執行韌體 {firmware}。",
    "flash.taken": "在它那裡等待的 {count} 個動作已存入記錄。",
    "flash.found": "{port} 上是 {platform} 的 MicroPython {version}。",
    "flash.mpy_differs": "電路板接受版本 {board} 的編譯檔，我們的編譯器產生版本 {ours}。檔案將以"
    "原始碼寫入：電路板啟動會慢一些，可用記憶體會少一些。裝上相應版本的 mpy-cross 就好。",
    "flash.no_compiler": "這裡沒有能用的 mpy-cross（{why}）。檔案將以原始碼寫入：電路板啟動會慢一些"
    "，可用記憶體會少一些。",
    "flash.kept": "這些是您自己的檔案，沒有動：{files}。與我們的同名的電路板檔案會代替我們的；"
    "刪除它就用我們的。",
    "flash.same": "全部 {count} 個檔案都已在上面。",
    "flash.begins": "要寫 {count} 個檔案（{size} KB），{same} 個已在上面，{gone} 個舊的將刪除。",
    "flash.displaced": "原來的 main.py 是另一個程式；它現在叫 {name}。",
    "flash.written": "全部已寫入並核對。",
    "flash.named": "上面的 `board` 檔案寫著 {named}，沒有動；要用 {board}，請刪除它（mpremote rm "
    ":board）再燒錄。",
    "flash.set_up": "它設定為電路板 {board}，正在重啟。",
}
