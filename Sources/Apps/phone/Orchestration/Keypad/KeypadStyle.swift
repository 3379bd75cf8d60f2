import Orchestration
import Primitives

/// The look of the keypad's page, and its few lines of script.
enum KeypadStyle {
    static func css(_ appearance: KeypadAppearance) -> String {
        """
        :root { color-scheme: light dark; \(colors(appearance, isDark: false)) \(sizes(appearance)) }
        @media (prefers-color-scheme: dark) { :root { \(colors(appearance, isDark: true)) } }
        \(rules)
        """
    }

    private static func colors(_ appearance: KeypadAppearance, isDark: Bool) -> String {
        KeypadColor.allCases.map { "--\(name(of: $0)): \(appearance[$0, isDark: isDark].css);" }.joined(separator: " ")
    }

    /// Sizes in the unit that follows the reader's own choice: 16 points are the browser's usual letters.
    private static func sizes(_ appearance: KeypadAppearance) -> String {
        KeypadSize.allCases.map { "--\(name(of: $0))-size: \(appearance[$0] / 16)rem;" }.joined(separator: " ")
    }

    private static func name(of color: KeypadColor) -> String {
        switch color {
        case .background: "background"
        case .text: "text"
        case .error: "error"
        case .secureInput: "secure-input"
        case .key: "key"
        case .keyText: "key-text"
        case .backspace: "backspace"
        case .done: "done"
        case .doneText: "done-text"
        }
    }

    private static func name(of size: KeypadSize) -> String {
        switch size {
        case .title: "title"
        case .text: "text"
        case .error: "error"
        case .secureInput: "secure-input"
        case .key: "key"
        }
    }

    private static let rules = """
        * { box-sizing: border-box }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--background); color: var(--text);
          font: var(--text-size)/1.4 system-ui, sans-serif }
        main { width: min(22rem, 100vw); padding: 1rem; overflow-wrap: anywhere }
        h1 { font-size: var(--title-size); margin: 0 }
        p { margin: .35rem 0 }
        #error { color: var(--error); font-size: var(--error-size); min-height: 1.4em }
        input { display: block; width: 100%; padding: .3rem .6rem; margin: .2rem 0 .8rem; border: 1px solid var(--text); border-radius: .6rem;
          background: transparent; color: var(--secure-input); font-size: var(--secure-input-size); text-align: center }
        button { font: inherit; padding: .6rem; border: 1px solid var(--text); border-radius: .8rem; background: var(--key); color: var(--key-text);
          cursor: pointer }
        button:focus-visible, input:focus-visible { outline: 3px solid var(--done); outline-offset: 2px }
        .keys { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .6rem }
        .keys button { font-size: var(--key-size); min-height: 3rem }
        .keys .back { color: var(--backspace) }
        .keys .done, .choices .done { background: var(--done); color: var(--done-text) }
        .choices { display: flex; gap: .6rem }
        .choices button { flex: 1 }
        .plain { width: 100%; margin-top: .8rem; background: transparent; color: var(--text) }
        .enter { position: absolute; width: 1px; height: 1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%) }
        dl { border: 2px solid var(--text); border-radius: .8rem; padding: .8rem; margin: 1rem 0 }
        dl div + div { margin-top: .5rem }
        dt { font-weight: 600 }
        dd { margin: 0 }
        """

    /// Enters digits without asking the server for each of them.
    static let script = """
        const keys = document.getElementById('keys'), pin = document.getElementById('pin');
        if (keys) keys.addEventListener('click', event => {
          const key = event.target.closest('button');
          if (!key || !key.name) return;
          if (key.name === 'digit') { event.preventDefault(); if (pin.value.length < pin.maxLength) pin.value += key.value; }
          else if (pin.value) { event.preventDefault(); pin.value = pin.value.slice(0, -1); }
        });
        """
}
