import Primitives

/// The part of each script of the pages that sends a form once: its buttons are disabled as soon as it is sent. Pages that bring no script leave that
/// to the server, which gives an answer that comes twice the same result (docs/decisions/0110-double-answers.md).
enum SubmittingScript {
    static let source = #"""
        (() => {
          const root = document.documentElement;
          // Two scripts of a page bring it twice.
          if ("sendsOnce" in root.dataset) return;
          root.dataset.sendsOnce = "";
          let sent = new WeakSet();
          const buttons = (form) => form.querySelectorAll("button[type=submit], button:not([type])");
          document.addEventListener("submit", (event) => {
            const form = event.target;
            if (event.defaultPrevented) return;
            if (sent.has(form)) return event.preventDefault();
            sent.add(form);
            // Once the form's values are taken, which a disabled button's isn't.
            setTimeout(() => buttons(form).forEach((button) => (button.disabled = true)));
          });
          // A page that comes back from the browser's memory can be sent again.
          window.addEventListener("pageshow", (event) => {
            if (!event.persisted) return;
            sent = new WeakSet();
            for (const form of document.forms) buttons(form).forEach((button) => (button.disabled = false));
          });
        })();

        """#
}
