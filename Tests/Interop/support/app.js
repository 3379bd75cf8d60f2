// An app's page as its author writes it after the reference: fetch with credentials, an iframe for what is silent.
// Each function answers with what the page itself could see; a refusal by the browser is `{ refused: … }`.
const app = {
  async ask(url, options = {}) {
    try {
      const answer = await fetch(url, { credentials: "include", ...options });
      const text = await answer.text();
      let json = null;
      try { json = JSON.parse(text); } catch { }
      return { status: answer.status, url: answer.url, text, json, headers: Object.fromEntries(answer.headers.entries()) };
    } catch (error) { return { refused: String(error) }; }
  },

  step(url, body, headers = {}) {
    const own = { "content-type": "application/json", "accept-api-version": "protocol=1.0,resource=2.1", "x-requested-with": "forgerock-sdk" };
    return app.ask(url, { method: "POST", headers: { ...own, "x-requested-platform": "javascript", ...headers }, body: JSON.stringify(body) });
  },

  // Each callback's first input, where it has inputs: an absent member must do.
  answer(step, values) {
    for (const callback of step.callbacks) {
      const input = callback.input?.[0];
      if (input && callback.type in values) input.value = values[callback.type];
    }
    return step;
  },

  output: (callback, name) => callback.output.find(entry => entry.name === name)?.value,

  async journey(url, values) {
    const seen = [];
    let answer = await app.step(url, {});
    for (let count = 0; count < 10 && answer.json?.callbacks; count++) {
      seen.push(JSON.parse(JSON.stringify(answer.json)));
      answer = await app.step(url, app.answer(answer.json, values));
    }
    return { seen, last: answer };
  },

  // Reference 3.8: the text that says "Recovery Codes"; white space, one character, a quote, the code, a backslash; the device in `em`.
  recovery(step) {
    const messages = step.callbacks.filter(callback => callback.type === "TextOutputCallback").map(callback => app.output(callback, "message"));
    const text = messages.find(message => /[Rr]ecovery [Cc]odes/.test(message) && /\s.["]\w+\\/.test(message)) ?? "";
    const codes = [...text.matchAll(/\s.["](\w+)\\/g)].map(match => match[1]);
    return { codes, device: text.match(/<em>(.*?)<\/em>/)?.[1] ?? null };
  },

  // A hidden iframe; the address that it ends at, which is readable where it is the app's own.
  silent(url) {
    return new Promise(resolve => {
      const frame = document.createElement("iframe");
      frame.style.display = "none";
      frame.onload = () => {
        let place = null;
        try { place = frame.contentWindow.location.href; } catch { }
        if (place === "about:blank") return;
        frame.remove();
        resolve({ place });
      };
      frame.src = url;
      document.body.append(frame);
      setTimeout(() => resolve({ place: null, late: true }), 10000);
    });
  },

  // Session Management 1.0 §3.2: asks the provider's page, in an iframe, whether the session has changed.
  watch(url, message) {
    return new Promise(resolve => {
      const frame = document.createElement("iframe");
      frame.style.display = "none";
      const hear = event => {
        if (event.source !== frame.contentWindow || event.origin !== new URL(url).origin) return;
        removeEventListener("message", hear);
        frame.remove();
        resolve(event.data);
      };
      addEventListener("message", hear);
      frame.onload = () => frame.contentWindow.postMessage(message, new URL(url).origin);
      frame.src = url;
      document.body.append(frame);
      setTimeout(() => resolve("late"), 10000);
    });
  },

  // What a page in a sandbox is let see: its origin is `null`.
  sandboxed(url) {
    return new Promise(resolve => {
      const frame = document.createElement("iframe");
      frame.sandbox = "allow-scripts";
      addEventListener("message", event => resolve(event.data), { once: true });
      frame.srcdoc = `<script>fetch(${JSON.stringify(url)}, { credentials: "include" })
        .then(answer => parent.postMessage({ status: answer.status }, "*"), error => parent.postMessage({ refused: String(error) }, "*"))<\/script>`;
      document.body.append(frame);
    });
  },
};
