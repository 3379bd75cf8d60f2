import Primitives

/// The script of pages whose journey has asked for signals. It starts the sensor of ``SignalsScript``, and puts what that has collected into
/// the form when it is sent. A page without script, or whose sensor can't start, is sent as it is.
enum SignalsPageScript {
    /// The time for which a form waits for its signals, in milliseconds, and the greatest length of those, so that the form stays within
    /// what a server takes.
    private static let (patience, longest) = (3000, 56_000)

    static let source = #"""
        "use strict";
        (() => {
          const sensor = window._pingOneSignals;
          const marked = document.querySelector("form[data-signals]");
          if (!sensor || !marked) return;
          const put = (form, part, value) => {
            for (const input of form.querySelectorAll(`input[data-sensor="${part}"]`)) input.value = value;
          };
          const started = sensor.init({ waitForWindowLoad: false, ...JSON.parse(marked.dataset.signals) });
          started.then(() => put(marked, "start", ""), (error) => console.info(error.message));
          let isSending = false;
          const send = (form, button) => {
            // A form that is sent by script sends no button.
            if (button && button.name) {
              const pressed = document.createElement("input");
              [pressed.type, pressed.name, pressed.value] = ["hidden", button.name, button.value];
              form.append(pressed);
            }
            HTMLFormElement.prototype.submit.call(form);
          };
          document.addEventListener("submit", (event) => {
            const form = event.target;
            if (event.defaultPrevented || !form.matches("form[data-signals]")) return;
            event.preventDefault();
            if (isSending) return;
            isSending = true;
            const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error("the signals are late")), \#(patience)));
            const collected = started.then(() => {
              put(form, "start", "");
              return sensor.getData();
            });
            Promise.race([collected, late])
              .then((signals) => {
                if (signals.length > \#(longest)) return;
                put(form, "data", signals);
                put(form, "failure", "");
              })
              .catch((error) => console.info(error.message))
              .then(() => send(form, event.submitter));
          });
          // A page that comes back from the browser's memory can be sent again.
          window.addEventListener("pageshow", () => (isSending = false));
        })();

        """#
}
