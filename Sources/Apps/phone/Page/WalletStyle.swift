/// The look of the wallet's page, beside the phone's own.
enum WalletStyle {
    static let css = """
        main.wallet { width: min(64rem, 100%) }
        main.narrow { width: min(32rem, 100%) } main.narrow #live form { display: inline-block; margin: .2rem .4rem .2rem 0 }
        main.wallet header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem }
        main.wallet header a { flex: none }
        h2 { font-size: 1.05rem; margin: 1.25rem 0 .25rem }
        h3 { font-size: 1rem; margin: 0 }
        code { font-size: .8rem }
        fieldset { min-width: 0; border: 1px solid var(--line); border-radius: .7rem; margin: .6rem 0 0; padding: .3rem .8rem }
        .request h2 { margin-top: 0 }
        .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem }
        .card { border: 1px solid var(--line); border-radius: 1rem; padding: .8rem 1rem }
        .card img { display: block; width: 100%; aspect-ratio: 8 / 5; object-fit: contain; border-radius: .6rem; margin-bottom: .5rem }
        .card dl { margin: .4rem 0 } .card dt { display: inline; color: var(--soft) } .card dt::after { content: ":\\00a0" } .card dd { display: inline; margin: 0 }
        .card form { margin-top: .4rem }
        .mark { font-size: .85rem; color: var(--go); font-weight: 600 }
        .card[data-state=expired] { border-color: var(--stop) }
        .card[data-state=expired] .mark { color: var(--stop) }
        .card[data-state=expired] img { opacity: .5 }
        .card[data-state=expired] dd { color: var(--soft); text-decoration: line-through }
        .card dt, .card dd, h3, legend, q, em, .check b, .notices li { unicode-bidi: isolate }
        @media (forced-colors: active) { button.approve { background: ButtonFace; color: ButtonText } }
        """
}
