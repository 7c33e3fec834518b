"""What `tapdeck doctor` says: of the board, of its readers, of its file; and of shared readers."""

EN = {
    "notice.which_seat": "Whose is this? Lay that seat's tag on the reader, before the cards or "
    "after them.",
    "notice.no_seat": "Nobody plays at seat {seat} in this game; use another reader.",
    "doctor.board": "Board {board} (firmware {firmware}, protocol {protocol}, number {uid}) at "
    "{port}: {seats} {seats:seat|seats}, {readers} {readers:reader|readers}.",
    "doctor.deck": "It knows a deck (hash {hash}).",
    "doctor.no_deck": "It knows no deck yet; `tapdeck enrol` makes one.",
    "doctor.waiting": "{count} {count:play waits|plays wait} on it for a service; `tapdeck run` "
    "takes in what waits. Nothing was taken away.",
    "doctor.reader": "Reader {reader}: {chip}, version {version}, {state}; {reads} "
    "{reads:read|reads}, {misreads} {misreads:misread|misreads}, {timeouts} "
    "{timeouts:time-out|time-outs}, {resets} {resets:reset|resets}; {rate} % errors at {mhz} MHz.",
    "doctor.link": "Link: {sent} {sent:frame|frames} sent, {resent} again, "
    "{corrupt} corrupt, {skipped} skipped, round trip {rtt} ms; a sweep of the readers takes "
    "{scan} µs, the heap holds {heap} {heap:byte|bytes}.",
    "doctor.counted": "The board counts {sent} {sent:frame|frames} sent, {resent} again, "
    "{corrupt} corrupt, {skipped} skipped, round trip {rtt} ms.",
    "doctor.file": "Board file {path}: nothing to complain about.",
    "doctor.lay": "Lay a tag on reader {reader}. (Enter skips, q ends the test.)",
    "doctor.read": "Reader {reader} reads {uid}: {reads} {reads:read|reads}, {bad} bad "
    "{bad:one|ones}.",
    "doctor.two": "One tag at a time, please.",
    "doctor.press": "Press button {button}. (Enter skips, q ends the test.)",
    "doctor.pressed": "Button {button} works.",
    "doctor.lights": "Are all lights red, green, blue and white in turn, and all segments lit? ("
    "Enter: yes, n: no.)",
    "doctor.skipped": "Skipped.",
    "doctor.well": "All is well.",
    "doctor.findings": "{count} {count:finding|findings}:",
    "doctor.none": "There is no board to look at with --port none; name a port, or a board file "
    "with --board-file.",
    "doctor.away": "The board went away: {why}",
    "doctor.old": "The board's firmware speaks protocol {protocol}: it can say less about its "
    "readers. Update it with `tapdeck flash`.",
    "doctor.sick": "Reader {reader} does not work ({why}). Look at its wires, its power and its "
    "chip select.",
    "doctor.no_chip": "Reader {reader} says version {version}, which no chip has. Look at MISO "
    "and at its chip select.",
    "doctor.resets": "Reader {reader} had to be reset {count} {count:time|times}. "
    "Look at its supply: 3.3 V with 10 µF beside the reader.",
    "doctor.errors": "Reader {reader} misreads {rate} % at {mhz} MHz. Shorten its wires, lower "
    "SPEED in the board file, or move metal and its neighbours away.",
    "doctor.silent_reader": "Nothing was heard of reader {reader}. Restart the board and try "
    "again.",
    "doctor.other_reader": "The tag on reader {reader} was read by reader {other}. Swap their "
    "chip selects, in the wires or in the board file.",
    "doctor.other_button": "Button {button} answers as number {other}. Swap the two, in the "
    "wires or in the board file.",
    "doctor.dark": "Lights or digits do not work. Look at 5 V, ground and the data line, and at "
    "the chain's number of pixels in the board file.",
    "doctor.corrupt": "{count} {count:frame|frames} did not arrive whole. Try another cable, "
    "without a hub.",
    "doctor.no_file": "There is no file for the board {board} here, so its pins were not "
    "checked. Name it with --board-file.",
    "doctor.bad_file": "The board file {path} cannot be used: {why}.",
    "boardfile.chip": 'The board file says CHIP is {chip}; write CHIP = "rp2040" or "esp32", so '
    "that its pins can be checked.",
    "boardfile.double": "Line {line}: pin {pin} is in use already since line {first}. Give one "
    "of them another pin.",
    "boardfile.no_pin": "Line {line}: the {chip} has no pin {pin}. Take another one.",
    "boardfile.flash": "Line {line}: pin {pin} belongs to the flash memory (6 to 11 do). Take "
    "another one, else the board does not start.",
    "boardfile.input_only": "Line {line}: pin {pin} cannot be an output (34 to 39 only read). "
    "Take one below 34.",
    "boardfile.no_pull": "Line {line}: pin {pin} has no pull-up (34 to 39 have none). Solder 10 k"
    "Ω to 3.3 V, or take another pin.",
    "boardfile.strapping": "Line {line}: pin {pin} decides how the ESP32 starts (0, 2, 5, 12 and "
    "15 do). Take another one, else it may not start with this part connected.",
    "boardfile.console": "Line {line}: pin {pin} is the serial port to the host. Take another one.",
    "boardfile.taken": "Line {line}: pin {pin} is used on the Pico itself (23, 24, 25 and 29 are)"
    ". Take another one.",
    "boardfile.peripheral": "Line {line}: pin {pin} cannot be {role} of {bus}. These can: {pins}.",
    "boardfile.no_bus": "Line {line}: there is no {bus}; the numbers are {known}.",
    "boardfile.too_fast": "Line {line}: {bus} is faster than the readers can be. Set {most} MHz "
    "at most.",
    "boardfile.mcp_output": "Line {line}: {pin} may be an output only (GPA7 and GPB7 are, on "
    "newer chips). Take another pin for the button.",
    "boardfile.no_address": "A {chip} cannot be at {address}. Set its address pins, then write "
    "the same here.",
    "boardfile.address_twice": "Two expanders are at {address}. Set one's address pins "
    "differently.",
    "boardfile.pcf_speed": "The PCF8574 at {address} is on a bus faster than 100 kHz. Set freq="
    "100_000.",
    "boardfile.groups": "The groups must name each of the readers 1 to {readers} once. Correct "
    "`groups`.",
    "boardfile.neighbours": "Readers {one} and {other} are neighbours and in one group, so they "
    "may read each other's cards. Put them into different groups.",
    "boardfile.no_readers": "The board file has no reader. Fill `readers`.",
    "boardfile.no_buttons": "The board file has no button. Fill `buttons`.",
    "boardfile.chain": "The chain has {pixels} {pixels:pixel|pixels}; it may have {least} to "
    "{most}.",
    "boardfile.current": "With limit_ma = {limit} a chain of {pixels} {pixels:pixel|pixels} stays "
    "dark. Allow more than 1 mA a pixel.",
}

ZH_HANS = {
    "notice.which_seat": "这是谁的？请把那个座位的标签放到读卡器上，放牌之前或之后都行。",
    "notice.no_seat": "这一场 {seat} 号位没有人；请用另一个读卡器。",
    "doctor.board": "电路板 {board}（固件 {firmware}，协议 {protocol}，编号 {uid}），端口 {port}"
    "：{seats} 个座位，{readers} 个读卡器。",
    "doctor.deck": "它认识一个牌组（校验 {hash}）。",
    "doctor.no_deck": "它还不认识任何牌组；用 `tapdeck enrol` 建立一个。",
    "doctor.waiting": "有 {count} 个动作在它那里等待服务；`tapdeck run` 会接收。这里没有动它们。",
    "doctor.reader": "{reader} 号读卡器：{chip}，版本 {version}，{state}；读到 {reads} 次，误读 "
    "{misreads} 次，超时 {timeouts} 次，重置 {resets} 次；{mhz} MHz 时错误率 {rate} %。",
    "doctor.link": "连接：发出 {sent} 帧，重发 {resent}，损坏 {corrupt}，跳过 {skipped}，往返 "
    "{rtt} 毫秒；扫描一遍读卡器用 {scan} 微秒，内存占用 {heap} 字节。",
    "doctor.counted": "电路板统计：发出 {sent} 帧，重发 {resent}，损坏 {corrupt}，跳过 {skipped}"
    "，往返 {rtt} 毫秒。",
    "doctor.file": "电路板文件 {path}：没有问题。",
    "doctor.lay": "请把一张标签放到 {reader} 号读卡器上。（回车跳过，q 结束测试。）",
    "doctor.read": "{reader} 号读卡器读到 {uid}：{reads} 次成功，{bad} 次失败。",
    "doctor.two": "请一次只放一张标签。",
    "doctor.press": "请按 {button} 号按钮。（回车跳过，q 结束测试。）",
    "doctor.pressed": "{button} 号按钮正常。",
    "doctor.lights": "所有的灯是否依次亮红、绿、蓝、白，数码管是否全亮？（回车：是，n：否。）",
    "doctor.skipped": "已跳过。",
    "doctor.well": "一切正常。",
    "doctor.findings": "发现 {count} 个问题：",
    "doctor.none": "用 --port none 就没有电路板可查；请指定端口，或用 --board-file 指定电"
    "路板文件。",
    "doctor.away": "电路板断开了：{why}",
    "doctor.old": "电路板的固件使用协议 {protocol}，关于读卡器能说的较少。请用 `tapdeck flas"
    "h` 更新。",
    "doctor.sick": "{reader} 号读卡器不工作（{why}）。请检查它的接线、电源和片选。",
    "doctor.no_chip": "{reader} 号读卡器报告版本 {version}，没有这样的芯片。请检查 MISO 和片选。",
    "doctor.resets": "{reader} 号读卡器被重置了 {count} 次。请检查它的电源：3.3 V，旁边加 10 µF。",
    "doctor.errors": "{reader} 号读卡器在 {mhz} MHz 时误读 {rate} %。请缩短接线，降低电路板文件中"
    "的 SPEED，或让金属和相邻读卡器远一些。",
    "doctor.silent_reader": "没有收到 {reader} 号读卡器的消息。请重启电路板再试。",
    "doctor.other_reader": "放在 {reader} 号读卡器上的标签被 {other} 号读到。请对调它们的片选，在"
    "接线上或在电路板文件中。",
    "doctor.other_button": "{button} 号按钮被当作 {other} 号。请对调，在接线上或在电路板文件中。",
    "doctor.dark": "灯或数码管不工作。请检查 5 V、地线和数据线，以及电路板文件中灯的数目。",
    "doctor.corrupt": "有 {count} 帧没有完整到达。请换一根线，不要经过集线器。",
    "doctor.no_file": "这里没有电路板 {board} 的文件，所以没有检查引脚。请用 --board-file 指定。",
    "doctor.bad_file": "电路板文件 {path} 无法使用：{why}。",
    "boardfile.chip": '电路板文件中 CHIP 是 {chip}；请写 CHIP = "rp2040" 或 "esp32"，才能'
    "检查引脚。",
    "boardfile.double": "第 {line} 行：引脚 {pin} 在第 {first} 行已经用了。请给其中一个换引脚。",
    "boardfile.no_pin": "第 {line} 行：{chip} 没有引脚 {pin}。请换一个。",
    "boardfile.flash": "第 {line} 行：引脚 {pin} 属于闪存（6 到 11）。请换一个，否则电路"
    "板无法启动。",
    "boardfile.input_only": "第 {line} 行：引脚 {pin} 不能输出（34 到 39 只能输入）。请用 3"
    "4 以下的。",
    "boardfile.no_pull": "第 {line} 行：引脚 {pin} 没有上拉（34 到 39 都没有）。请焊 10 kΩ 到 "
    "3.3 V，或换引脚。",
    "boardfile.strapping": "第 {line} 行：引脚 {pin} 决定 ESP32 如何启动（0、2、5、12、15）。请换"
    "一个，否则接着这个零件可能无法启动。",
    "boardfile.console": "第 {line} 行：引脚 {pin} 是通往主机的串口。请换一个。",
    "boardfile.taken": "第 {line} 行：引脚 {pin} 被 Pico 自己使用（23、24、25、29）。请换一个。",
    "boardfile.peripheral": "第 {line} 行：引脚 {pin} 不能作 {bus} 的 {role}。可以的有：{pins}。",
    "boardfile.no_bus": "第 {line} 行：没有 {bus}；编号有 {known}。",
    "boardfile.too_fast": "第 {line} 行：{bus} 超过了读卡器的速度。最多设 {most} MHz。",
    "boardfile.mcp_output": "第 {line} 行：{pin} 可能只能输出（新芯片的 GPA7 和 GPB7）。请给按钮"
    "换引脚。",
    "boardfile.no_address": "{chip} 不可能在 {address}。请设置它的地址引脚，再在这里写同样的值。",
    "boardfile.address_twice": "有两个扩展芯片在 {address}。请改变其中一个的地址引脚。",
    "boardfile.pcf_speed": "{address} 的 PCF8574 所在总线超过 100 kHz。请设 freq=100_000。",
    "boardfile.groups": "分组必须把 1 到 {readers} 号读卡器各写一次。请改正 `groups`。",
    "boardfile.neighbours": "{one} 号和 {other} 号读卡器相邻又在同一组，可能读到对方的牌。请分到"
    "不同的组。",
    "boardfile.no_readers": "电路板文件里没有读卡器。请填写 `readers`。",
    "boardfile.no_buttons": "电路板文件里没有按钮。请填写 `buttons`。",
    "boardfile.chain": "灯链有 {pixels} 个灯；可以有 {least} 到 {most} 个。",
    "boardfile.current": "limit_ma = {limit} 时，{pixels} 个灯的灯链一直是暗的。请允许每个灯 1 "
    "mA 以上。",
}

ZH_HANT = {
    "notice.which_seat": "這是誰的？請把那個座位的標籤放到讀卡器上，放牌之前或之後都行。",
    "notice.no_seat": "這一場 {seat} 號位沒有人；請用另一個讀卡器。",
    "doctor.board": "電路板 {board}（韌體 {firmware}，協定 {protocol}，編號 {uid}），連接埠 "
    "{port}：{seats} 個座位，{readers} 個讀卡器。",
    "doctor.deck": "它認識一個牌組（校驗 {hash}）。",
    "doctor.no_deck": "它還不認識任何牌組；用 `tapdeck enrol` 建立一個。",
    "doctor.waiting": "有 {count} 個動作在它那裡等待服務；`tapdeck run` 會接收。這裡沒有動它們。",
    "doctor.reader": "{reader} 號讀卡器：{chip}，版本 {version}，{state}；讀到 {reads} 次，誤讀 "
    "{misreads} 次，逾時 {timeouts} 次，重設 {resets} 次；{mhz} MHz 時錯誤率 {rate} %。",
    "doctor.link": "連線：送出 {sent} 個訊框，重送 {resent}，損壞 {corrupt}，略過 {skipped}，往返"
    " {rtt} 毫秒；掃描一遍讀卡器用 {scan} 微秒，記憶體占用 {heap} 位元組。",
    "doctor.counted": "電路板統計：送出 {sent} 個訊框，重送 {resent}，損壞 {corrupt}，略過 "
    "{skipped}，往返 {rtt} 毫秒。",
    "doctor.file": "電路板檔案 {path}：沒有問題。",
    "doctor.lay": "請把一張標籤放到 {reader} 號讀卡器上。（Enter 跳過，q 結束測試。）",
    "doctor.read": "{reader} 號讀卡器讀到 {uid}：{reads} 次成功，{bad} 次失敗。",
    "doctor.two": "請一次只放一張標籤。",
    "doctor.press": "請按 {button} 號按鈕。（Enter 跳過，q 結束測試。）",
    "doctor.pressed": "{button} 號按鈕正常。",
    "doctor.lights": "所有的燈是否依次亮紅、綠、藍、白，數字管是否全亮？（Enter：是，n：否。）",
    "doctor.skipped": "已跳過。",
    "doctor.well": "一切正常。",
    "doctor.findings": "發現 {count} 個問題：",
    "doctor.none": "用 --port none 就沒有電路板可查；請指定連接埠，或用 --board-file 指定"
    "電路板檔案。",
    "doctor.away": "電路板斷線了：{why}",
    "doctor.old": "電路板的韌體使用協定 {protocol}，關於讀卡器能說的較少。請用 `tapdeck flas"
    "h` 更新。",
    "doctor.sick": "{reader} 號讀卡器無法運作（{why}）。請檢查它的接線、電源和片選。",
    "doctor.no_chip": "{reader} 號讀卡器回報版本 {version}，沒有這樣的晶片。請檢查 MISO 和片選。",
    "doctor.resets": "{reader} 號讀卡器被重設了 {count} 次。請檢查它的電源：3.3 V，旁邊加 10 µF。",
    "doctor.errors": "{reader} 號讀卡器在 {mhz} MHz 時誤讀 {rate} %。請縮短接線，降低電路板檔案中"
    "的 SPEED，或讓金屬和相鄰讀卡器遠一些。",
    "doctor.silent_reader": "沒有收到 {reader} 號讀卡器的消息。請重啟電路板再試。",
    "doctor.other_reader": "放在 {reader} 號讀卡器上的標籤被 {other} 號讀到。請對調它們的片選，在"
    "接線上或在電路板檔案中。",
    "doctor.other_button": "{button} 號按鈕被當作 {other} 號。請對調，在接線上或在電路板檔案中。",
    "doctor.dark": "燈或數字管無法運作。請檢查 5 V、地線和資料線，以及電路板檔案中燈的數目。",
    "doctor.corrupt": "有 {count} 個訊框沒有完整到達。請換一條線，不要經過集線器。",
    "doctor.no_file": "這裡沒有電路板 {board} 的檔案，所以沒有檢查腳位。請用 --board-file 指定。",
    "doctor.bad_file": "電路板檔案 {path} 無法使用：{why}。",
    "boardfile.chip": '電路板檔案中 CHIP 是 {chip}；請寫 CHIP = "rp2040" 或 "esp32"，才能'
    "檢查腳位。",
    "boardfile.double": "第 {line} 行：腳位 {pin} 在第 {first} 行已經用了。請給其中一個換腳位。",
    "boardfile.no_pin": "第 {line} 行：{chip} 沒有腳位 {pin}。請換一個。",
    "boardfile.flash": "第 {line} 行：腳位 {pin} 屬於快閃記憶體（6 到 11）。請換一個，否則電路板"
    "無法啟動。",
    "boardfile.input_only": "第 {line} 行：腳位 {pin} 不能輸出（34 到 39 只能輸入）。請用 3"
    "4 以下的。",
    "boardfile.no_pull": "第 {line} 行：腳位 {pin} 沒有上拉（34 到 39 都沒有）。請焊 10 kΩ 到 "
    "3.3 V，或換腳位。",
    "boardfile.strapping": "第 {line} 行：腳位 {pin} 決定 ESP32 如何啟動（0、2、5、12、15）。請換"
    "一個，否則接著這個零件可能無法啟動。",
    "boardfile.console": "第 {line} 行：腳位 {pin} 是通往主機的序列埠。請換一個。",
    "boardfile.taken": "第 {line} 行：腳位 {pin} 被 Pico 自己使用（23、24、25、29）。請換一個。",
    "boardfile.peripheral": "第 {line} 行：腳位 {pin} 不能作 {bus} 的 {role}。可以的有：{pins}。",
    "boardfile.no_bus": "第 {line} 行：沒有 {bus}；編號有 {known}。",
    "boardfile.too_fast": "第 {line} 行：{bus} 超過了讀卡器的速度。最多設 {most} MHz。",
    "boardfile.mcp_output": "第 {line} 行：{pin} 可能只能輸出（新晶片的 GPA7 和 GPB7）。請給按鈕"
    "換腳位。",
    "boardfile.no_address": "{chip} 不可能在 {address}。請設定它的位址腳，再在這裡寫同樣的值。",
    "boardfile.address_twice": "有兩個擴充晶片在 {address}。請改變其中一個的位址腳。",
    "boardfile.pcf_speed": "{address} 的 PCF8574 所在匯流排超過 100 kHz。請設 freq=100_000。",
    "boardfile.groups": "分組必須把 1 到 {readers} 號讀卡器各寫一次。請改正 `groups`。",
    "boardfile.neighbours": "{one} 號和 {other} 號讀卡器相鄰又在同一組，可能讀到對方的牌。請分到"
    "不同的組。",
    "boardfile.no_readers": "電路板檔案裡沒有讀卡器。請填寫 `readers`。",
    "boardfile.no_buttons": "電路板檔案裡沒有按鈕。請填寫 `buttons`。",
    "boardfile.chain": "燈鏈有 {pixels} 個燈；可以有 {least} 到 {most} 個。",
    "boardfile.current": "limit_ma = {limit} 時，{pixels} 個燈的燈鏈一直是暗的。請允許每個燈 1 "
    "mA 以上。",
}
