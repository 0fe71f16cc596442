// Runs before the first paint, so that the parts for browsers without scripts never flash.
document.documentElement.classList.replace("no-js", "js");
