// Runs before the first paint, so that what is for browsers without scripts never flashes.
document.documentElement.classList.replace("no-js", "js");
