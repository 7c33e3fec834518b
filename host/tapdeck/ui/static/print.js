// The button of a sheet that prints it.

document.getElementById("print")?.addEventListener("click", () => window.print());
