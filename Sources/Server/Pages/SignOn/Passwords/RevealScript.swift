import Primitives

/// The part of a page's script that shows what is typed into a password field as long as its button is pressed down. Without script there is no button.
enum RevealScript {
    static let source = #"""
        (() => {
          const root = document.documentElement;
          // Two scripts of a page bring it twice.
          if ("reveals" in root.dataset) return;
          root.dataset.reveals = "";
          const set = (button, isShown) => {
            document.getElementById(button.dataset.reveal).type = isShown ? "text" : "password";
            button.setAttribute("aria-pressed", String(isShown));
          };
          for (const button of document.querySelectorAll("button[data-reveal]")) {
            button.hidden = false;
            button.addEventListener("click", () => set(button, button.getAttribute("aria-pressed") !== "true"));
            // A browser may remember what was typed into a field of text.
            button.form.addEventListener("submit", () => set(button, false));
          }
        })();

        """#
}
