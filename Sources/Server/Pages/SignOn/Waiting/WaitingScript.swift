import Primitives

/// The script of pages that wait. It asks whether the journey continues, and shows what has changed; a page that stays as it is stays where
/// it is, with the reader's place, focus and screen reader (WCAG 2.2.1, 3.2.5). A browser without script loads the page again instead.
///
/// The answer is the page as it would be loaded, or a JSON object whose `location` says where the journey leads.
package enum WaitingScript {
    /// The header by which the server knows the script's requests, and its value.
    package static let header = (name: "X-Requested-With", value: "gatehouse-waiting")

    static let source = #"""
        "use strict";
        (() => {
          const headers = { "\#(header.name)": "\#(header.value)" };
          let isSent = false;

          // The page's text and fields, but for the hidden values, which are new each time.
          const shape = (main) => {
            const copy = main.cloneNode(true);
            for (const input of copy.querySelectorAll("input[type=hidden]")) input.setAttribute("value", "");
            for (const form of copy.querySelectorAll("form")) form.removeAttribute("action");
            return copy.innerHTML;
          };

          const renew = (main, next) => {
            const fresh = next.querySelectorAll("input[type=hidden]");
            main.querySelectorAll("input[type=hidden]").forEach((input, index) => (input.value = fresh[index].value));
            const forms = next.querySelectorAll("form");
            main.querySelectorAll("form").forEach((form, index) => form.setAttribute("action", forms[index].getAttribute("action")));
          };

          const show = (page, path) => {
            const main = document.querySelector("main");
            const next = page.querySelector("main");
            const scripts = [...page.querySelectorAll("head script[src]")].map((script) => script.getAttribute("src"));
            // Another maker's script needs a page of its own.
            if (!next || scripts.some((source) => !source.startsWith("/"))) return location.assign(path);
            if (next.dataset.wait && shape(main) === shape(next)) return renew(main, next);
            document.title = page.title;
            main.replaceWith(document.adoptNode(next));
            for (const source of scripts) {
              if (document.querySelector(`script[src="${source}"]`)) continue;
              const script = document.createElement("script");
              script.src = source;
              script.async = false;
              document.head.append(script);
            }
            const target = next.querySelector("[autofocus]") || next.querySelector("h1");
            if (target.tagName === "H1") target.tabIndex = -1;
            target.focus();
          };

          const look = async (path) => {
            const answer = await fetch(path, { headers, credentials: "same-origin", cache: "no-store" });
            if (isSent) return;
            const type = answer.headers.get("Content-Type") || "";
            if (type.startsWith("application/json")) return location.assign((await answer.json()).location);
            show(new DOMParser().parseFromString(await answer.text(), "text/html"), path);
          };

          const wait = () => {
            const main = document.querySelector("main[data-wait]");
            if (!main) return;
            setTimeout(async () => {
              // A server that can't be reached now answers later.
              try { await look(main.dataset.waitPath); } catch (error) { console.info(error); }
              if (!isSent) wait();
            }, Number(main.dataset.wait) * 1000);
          };

          document.addEventListener("submit", () => (isSent = true));
          wait();
        })();

        """#
}
