import Primitives

/// The look of the page, and its few lines of script.
enum PageStyle {
    static let css = """
        :root { color-scheme: light dark; --ink: #1d2a2a; --paper: #f6f4ee; --line: #c9c3b4; --go: #1f6f54; --stop: #a2372c; --soft: #6d716a }
        @media (prefers-color-scheme: dark) { :root { --ink: #ece8dc; --paper: #1b2121; --line: #3e4646; --go: #57b892; --stop: #e07a6c; --soft: #9aa09a } }
        * { box-sizing: border-box }
        body { margin: 0; min-height: 100vh; display: grid; grid-template-columns: minmax(0, 1fr); place-items: center; background: color-mix(in srgb, var(--paper) 88%, var(--ink)); color: var(--ink);
          font: 16px/1.45 system-ui, sans-serif }
        main { width: min(24rem, 100%); overflow-wrap: anywhere; min-height: 40rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1.75rem; padding: 1.25rem; margin: 1rem 0 }
        a { color: var(--go) }
        h1 { font-size: 1rem; letter-spacing: .06em; text-transform: uppercase; margin: 0; color: var(--soft) }
        h2 { font-size: .95rem; margin: 1rem 0 .35rem }
        p { margin: .35rem 0 }
        .state { font-size: .8rem; color: var(--soft); margin-bottom: 1rem }
        .state::before { content: ""; display: inline-block; width: .55rem; height: .55rem; border-radius: 50%; background: var(--stop); margin-inline-end: .4rem }
        .state[data-state=connected]::before { background: var(--go) }
        .request { border: 2px solid var(--go); border-radius: 1rem; padding: .8rem 1rem; margin-bottom: 1rem }
        .buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem }
        button { font: inherit; padding: .5rem 1rem; border-radius: .7rem; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer }
        button.approve { background: var(--go); border-color: var(--go); color: var(--paper); flex: 1 }
        button.deny { border-color: var(--stop); color: var(--stop) }
        button.quiet { padding: .15rem .6rem; font-size: .8rem; color: var(--soft) }
        button:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid var(--go); outline-offset: 2px }
        input:not([type=checkbox]):not([type=file]) { display: block; width: 100%; font: inherit; padding: .5rem .7rem; margin: .2rem 0 .4rem; border-radius: .7rem;
          border: 1px solid var(--line); background: transparent; color: inherit }
        .request input[name=number] { width: 5rem; font-size: 1.6rem; text-align: center }
        .passcode output { display: block; font: 600 2.4rem/1.2 ui-monospace, monospace; letter-spacing: .08em; text-align: center }
        progress { width: 100%; height: .4rem; accent-color: var(--go) }
        ul { list-style: none; padding: 0; margin: 1rem 0 }
        .users li { display: flex; justify-content: space-between; align-items: center; border-bottom: 1px solid var(--line); padding: .4rem 0 }
        small { display: block; color: var(--soft) }
        .notices li { font-size: .85rem; color: var(--soft); overflow-wrap: anywhere }
        .entry { border-top: 1px solid var(--line); padding-top: 1rem; font-size: .9rem }
        .entry form { margin-bottom: .8rem }
        select { display: block; width: 100%; font: inherit; padding: .5rem .7rem; margin: .2rem 0 .4rem; border-radius: .7rem; border: 1px solid var(--line);
          background: var(--paper); color: inherit }
        [dir=rtl] input:not([type=checkbox]):not([type=file]) { direction: ltr; text-align: right }
        strong, small, bdi, q, .users span { unicode-bidi: isolate }
        input[type=file] { display: block; max-width: 100%; margin: .2rem 0 .8rem; font: inherit }
        .check { display: block; margin-bottom: .5rem }
        """

    /// Looks each second for what has changed, and leaves alone what is being typed or chosen.
    /// - Parameter live: the path of the part that changes.
    static func script(_ token: String, live: String) -> String {
        """
        const live = document.getElementById('live'); let last = '';
        async function look() {
          try {
            const text = await (await fetch('\(live)')).text();
            const typing = live.contains(document.activeElement) && document.activeElement.tagName === 'INPUT' && document.activeElement.type !== 'hidden';
            const choosing = [...live.querySelectorAll('form[data-choice] input:not([type=hidden])')].some(i => i.checked !== i.defaultChecked || i.value !== i.defaultValue);
            if (text !== last && !typing && !choosing) { live.innerHTML = text; last = text; }
          } catch { }
          setTimeout(look, 1000);
        }
        look();
        document.getElementById('image').addEventListener('change', async event => {
          const file = event.target.files[0];
          if (file) { await fetch('/image', { method: 'POST', body: file, headers: { 'X-Phone-Token': '\(token)', 'X-Phone-Trust': document.querySelector('input[name=trust]')?.checked ? '1' : '0' } }); event.target.value = ''; }
        });
        """
    }
}
