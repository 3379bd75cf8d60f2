import Primitives

/// The script of the page that applications embed to see whether their user's session has changed (OpenID Connect Session Management 1.0 §3.2).
///
/// It compares what an application was told with the cookie of the browser's state, and says `unchanged`, `changed` or `error` to the page that
/// asked. It sends nothing to the server. Its answer about a state that the asker can't know is `changed`: about any, in a browser without a state,
/// since no answer of this server holds one of that. The digest is made all the same, so that the time tells nothing either.
enum SessionCheckScript {
    static let source = #"""
        "use strict";
        (() => {
          const name = document.currentScript.dataset.cookie;

          const state = () => {
            const found = document.cookie.split("; ").filter((cookie) => cookie.startsWith(name + "="));
            return found.length === 1 ? found[0].slice(name.length + 1) : "";
          };

          const digest = async (text) => {
            const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
            return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
          };

          const answer = async (asked, origin) => {
            if (typeof asked !== "string" || asked.length > 2048) return "error";
            const space = asked.lastIndexOf(" ");
            const told = asked.slice(space + 1);
            const stop = told.lastIndexOf(".");
            if (space < 1 || stop < 1 || stop === told.length - 1) return "error";
            const salt = told.slice(stop + 1);
            const held = state();
            const now = (await digest(`${asked.slice(0, space)} ${origin} ${held} ${salt}`)) + "." + salt;
            return held !== "" && now === told ? "unchanged" : "changed";
          };

          addEventListener("message", async (event) => {
            if (event.origin === "null" || !event.source) return;
            event.source.postMessage(await answer(event.data, event.origin).catch(() => "error"), event.origin);
          });
        })();
        """#
}
