import Primitives

/// The one script of the pages. It runs the ceremony that ``PasskeyView`` describes, puts what comes of it into the form's hidden value as
/// the step protocol has it (`docs/protocols/step-protocol.md` 7.4, 7.5), and sends the form.
///
/// An authentication begins by itself; a registration waits for its button, as browsers want a user's gesture and a user should know what
/// is about to be made. An error is shown in the page, where it can be tried again; the server learns it when the user continues.
enum PasskeyScript {
    static let source = #"""
        "use strict";
        (() => {
          const ceremony = document.querySelector("[data-passkey]");
          const form = ceremony && ceremony.closest("form");
          const outcome = form && form.elements.namedItem(ceremony.dataset.outcome);
          if (!outcome) return;
          const kind = ceremony.dataset.passkey;
          const starter = ceremony.querySelector("[data-start]");
          const unanswered = "webAuthnOutcome";
          let running = null;

          const bytes = (text) =>
            Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
          const signed = (buffer) => new Int8Array(buffer).join(",");
          const text = (buffer) => new TextDecoder().decode(buffer);
          const credentials = (list) => (list || []).map((entry) => ({ ...entry, id: bytes(entry.id) }));

          const options = () => {
            const json = JSON.parse(ceremony.dataset.options);
            json.challenge = bytes(json.challenge);
            if (json.user) json.user.id = bytes(json.user.id);
            if (json.excludeCredentials) json.excludeCredentials = credentials(json.excludeCredentials);
            if (json.allowCredentials) json.allowCredentials = credentials(json.allowCredentials);
            return json;
          };

          const say = (name) => {
            for (const element of ceremony.querySelectorAll("[data-says]")) element.hidden = element.dataset.says !== name;
          };

          const deviceName = () => {
            const agent = navigator.userAgentData;
            const brand = agent && agent.brands.find((entry) => !/not.?a.?brand|chromium/i.test(entry.brand));
            return agent && agent.platform ? `${brand ? brand.brand : "Chromium"}, ${agent.platform}` : "";
          };

          const answer = (credential) => {
            const response = credential.response;
            const fields = [text(response.clientDataJSON)];
            if (kind === "create") {
              fields.push(signed(response.attestationObject), credential.id);
              if (deviceName()) fields.push(deviceName());
            } else {
              fields.push(signed(response.authenticatorData), signed(response.signature), credential.id);
              if (response.userHandle && response.userHandle.byteLength) fields.push(text(response.userHandle));
            }
            const legacyData = fields.join("::");
            if (!("wrapped" in ceremony.dataset)) return legacyData;
            return JSON.stringify({ authenticatorAttachment: credential.authenticatorAttachment || undefined, legacyData });
          };

          const messages = { InvalidStateError: "known", SecurityError: "elsewhere", NotSupportedError: "unable" };

          // The outcome for the server when the user continues after a failure.
          const fail = (error) => {
            if (kind !== "conditional") {
              outcome.value = error.name === "NotSupportedError" ? "unsupported" : `ERROR::${error.name}:${error.message}`;
            }
            say(messages[error.name] || "declined");
          };

          const run = async (isConditional) => {
            if (running) running.abort();
            const attempt = (running = new AbortController());
            try {
              const request = { publicKey: options(), signal: attempt.signal };
              if (isConditional) request.mediation = "conditional";
              else say("asking");
              const credential =
                kind === "create" ? await navigator.credentials.create(request) : await navigator.credentials.get(request);
              outcome.value = answer(credential);
              form.requestSubmit();
            } catch (error) {
              // Another attempt took its place.
              if (attempt.signal.aborted) return;
              running = null;
              if (isConditional && error.name === "NotAllowedError") return;
              fail(error);
              if (kind === "conditional" && !isConditional) suggest();
            }
          };

          const suggest = async () => {
            const can = PublicKeyCredential.isConditionalMediationAvailable;
            if (can && (await PublicKeyCredential.isConditionalMediationAvailable())) run(true);
          };

          if (!window.PublicKeyCredential || !navigator.credentials) {
            if (kind !== "conditional") say("unable");
            return;
          }
          outcome.value = kind === "conditional" ? unanswered : "ERROR::NotAllowedError:The user went on without a passkey.";
          if (starter) {
            starter.hidden = false;
            starter.addEventListener("click", () => run(false));
          }
          // A form that is sent ends what still runs.
          form.addEventListener("submit", () => {
            if (running) running.abort();
          });
          if (kind === "conditional") suggest();
          // After a refusal the user begins: what is refused again and again must not ask again and again.
          else if (kind === "get" && !document.getElementById("error")) run(false);
        })();

        """#
}
