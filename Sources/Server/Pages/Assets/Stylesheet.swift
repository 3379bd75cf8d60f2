/// The pages' look: one column, the system's typeface, light and dark as the user has it.
///
/// Sizes are in rem, so that the page grows with the reader's type size; colours keep a contrast of at least 4.5 to 1 for
/// text and 3 to 1 for borders of fields.
enum Stylesheet {
    static let source = """
        :root {
          color-scheme: light dark; --radius: .5rem;
          --page: #f4f6f5; --card: #ffffff; --ink: #16211e; --soft: #4d5c57; --line: #d5dcd9; --edge: #74837e;
          --accent: #0f6b5c; --accent-strong: #0a5246; --on-accent: #ffffff; --focus: #0f6b5c;
          --info: #e9f2ef; --warn: #fff4d6; --warn-edge: #9a6b00; --error: #fdecea; --error-edge: #b3261e;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #101614; --card: #18201d; --ink: #e8eeeb; --soft: #a9b8b2; --line: #2e3a35; --edge: #7d8f88;
            --accent: #63cdb7; --accent-strong: #86dcca; --on-accent: #06201a; --focus: #86dcca;
            --info: #1d2b27; --warn: #33290f; --warn-edge: #d9a93a; --error: #3a1d1b; --error-edge: #f2877f;
          }
        }
        *, *::before, *::after { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0; min-height: 100vh; display: flex; flex-direction: column; gap: 1.5rem;
          padding: 1.5rem 1rem; background: var(--page); color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
        }
        header, footer { text-align: center; }
        footer { margin-top: auto; color: var(--soft); font-size: .875rem; }
        footer p { margin: 0; }
        .brand {
          display: inline-flex; align-items: center; gap: .6rem; margin: 0;
          font-weight: 650; font-size: 1.125rem; letter-spacing: .01em;
        }
        .brand svg { color: var(--accent); }
        .brand img { display: block; max-width: min(15rem, 100%); height: 3rem; object-fit: contain; }
        footer .ways { justify-content: center; margin: 0 0 .5rem; }
        main {
          width: 100%; margin: 0 auto; padding: clamp(1.25rem, 5vw, 2rem);
          background: var(--card); border: 1px solid var(--line); border-radius: calc(var(--radius) * 1.5);
        }
        .narrow { max-width: 27rem; }
        .wide { max-width: 46rem; }
        main > :first-child, .title > div > :first-child { margin-top: 0; }
        main > :last-child { margin-bottom: 0; }
        h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
        h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
        h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
        section + section { border-top: 1px solid var(--line); margin-top: 2rem; }
        section > h2 { margin-top: 1.5rem; }
        details { margin: 0 0 1rem; }
        summary { min-height: 2.75rem; padding: .5625rem 0; font-weight: 600; cursor: pointer; }
        @media (min-width: 42rem) { .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.25rem; align-items: start; } }
        p { margin: 0 0 1rem; }
        .lead { color: var(--soft); overflow-wrap: anywhere; }
        .lead strong { color: var(--ink); }
        a { color: var(--accent); text-underline-offset: .15em; }
        a:hover { color: var(--accent-strong); }
        p > a:only-child { display: inline-block; } /* as tall as its line: WCAG 2.5.8 */
        code { font: .9375em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
        form { margin: 1.25rem 0 0; }
        .field { margin: 0 0 1.125rem; padding: 0; border: 0; min-width: 0; }
        .field > label:not(.option), legend { display: block; padding: 0; margin: 0 0 .375rem; font-weight: 600; overflow-wrap: anywhere; }
        fieldset.field label:not(.option) { display: block; margin: .75rem 0 .375rem; font-weight: 600; }
        input:not([type=radio]):not([type=checkbox]):not([type=hidden]), select {
          display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit;
          background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius);
        }
        input[aria-invalid=true] { border-color: var(--error-edge); border-width: 2px; }
        .option {
          display: flex; gap: .625rem; align-items: flex-start; min-height: 2.75rem; padding: .5625rem .75rem; margin: 0 0 .5rem;
          border: 1px solid var(--line); border-radius: var(--radius); overflow-wrap: anywhere;
        }
        .option:has(:checked) { border-color: var(--accent); background: var(--info); }
        .option input { flex: none; width: 1.125rem; height: 1.125rem; margin: .1875rem 0 0; accent-color: var(--accent); }
        .problems { margin: .375rem 0 0; padding: 0; padding-inline-start: 1.125rem; color: var(--error-edge); overflow-wrap: anywhere; }
        .required::after { content: " *"; color: var(--error-edge); }
        .hint { margin: 0 0 .5rem; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
        ul.hint { padding: 0; padding-inline-start: 1.125rem; }
        .secret { display: flex; gap: .5rem; }
        .secret button { flex: none; padding: .5rem .75rem; font-size: .875rem; }
        .terms {
          max-height: 16rem; overflow: auto; margin: 0 0 .75rem; padding: .75rem 1rem; overflow-wrap: anywhere;
          border: 1px solid var(--edge); border-radius: var(--radius);
        }
        .terms h2 { margin: 0 0 .5rem; }
        .terms p { white-space: pre-line; }
        .terms ul { margin: 0; padding: 0; padding-inline-start: 1.125rem; }
        .terms > :last-child { margin-bottom: 0; }
        .buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
        .buttons p { flex-basis: 100%; margin: 0; font-weight: 600; }
        button, .button {
          flex: 1 1 auto; min-height: 2.75rem; padding: .5625rem 1.25rem; font: inherit; font-weight: 600; text-align: center;
          text-decoration: none; cursor: pointer; overflow-wrap: break-word;
          color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: var(--radius);
        }
        button:hover, .button:hover { color: var(--on-accent); background: var(--accent-strong); border-color: var(--accent-strong); }
        .secondary { color: var(--accent); background: transparent; border-color: var(--edge); }
        .secondary:hover { color: var(--accent-strong); background: var(--info); border-color: var(--accent-strong); }
        .danger, .danger:hover { color: var(--card); background: var(--error-edge); border-color: var(--error-edge); }
        .implicit { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
        h1:focus { outline: none; } /* where scripts put the focus when the page has changed */
        .notice {
          margin: 1.25rem 0; padding: .75rem 1rem; border-inline-start: .25rem solid var(--accent); border-radius: calc(var(--radius) * .75);
          background: var(--info); overflow-wrap: anywhere; white-space: pre-line;
        }
        .notice p { margin: 0; }
        .number { margin: 1.25rem 0; text-align: center; font-size: 3.5rem; line-height: 1; font-weight: 700; letter-spacing: .08em; }
        .code svg { display: block; width: min(15rem, 100%); margin: 0 auto; }
        .notice.warning { background: var(--warn); border-color: var(--warn-edge); }
        .passkey { margin: 0 0 1.125rem; }
        .notice.error { background: var(--error); border-color: var(--error-edge); }
        .notice.wait { display: flex; gap: .75rem; }
        .notice.wait::before {
          content: ""; flex: none; width: 1.125rem; height: 1.125rem; margin: .1875rem 0 0; border-radius: 50%;
          border: 3px solid var(--edge); border-top-color: var(--accent); animation: turn 1.2s linear infinite;
        }
        strong, em, bdi, dd, td, time { unicode-bidi: isolate; }
        code { direction: ltr; unicode-bidi: isolate; }
        [dir=rtl] :is(input:is([type=email], [type=tel], [type=url], [type=number], [inputmode=numeric], [autocomplete=username]), .secret input) {
          direction: ltr; text-align: right;
        }
        @keyframes turn { to { transform: rotate(360deg); } }
        @media (prefers-reduced-motion: reduce) { .notice.wait::before { animation: none; } }
        dl.notice { white-space: normal; }
        dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
        dt { color: var(--soft); }
        dd { margin: 0; }
        .links { list-style: none; margin: 0; padding: 0; }
        .links li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .625rem 0; border-top: 1px solid var(--line); }
        .links span { flex: 1 0 100%; }
        .links small { display: block; }
        .links em { font-style: normal; color: var(--soft); }
        .links button, td button { flex: none; min-height: 2.25rem; padding: .25rem .75rem; }
        .passkeys form { display: flex; flex: 1 0 100%; flex-wrap: wrap; gap: .5rem; margin: 0; }
        .passkeys input[type=text] { flex: 1 1 10rem; width: auto; min-height: 2.25rem; padding: .25rem .75rem; }
        .ways { list-style: none; margin: 1.5rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; }
        .languages { margin: 0 0 .75rem; }
        .languages summary { width: fit-content; margin-inline: auto; cursor: pointer; padding: .25rem 0; }
        .languages .ways { margin: .5rem 0 0; }
        .title { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: flex-start; gap: .5rem 1rem; margin: 0 0 1rem; }
        .title form { margin: 0; }
        table { width: 100%; margin: 1.25rem 0 0; border-collapse: collapse; }
        caption { padding: 0 0 .5rem; text-align: start; font-weight: 600; }
        th, td { padding-block: .5rem; padding-inline: 0 .75rem; text-align: start; vertical-align: top; border-top: 1px solid var(--line); }
        td { overflow-wrap: anywhere; }
        thead th { color: var(--soft); font-size: .875rem; font-weight: 600; }
        tbody th { width: 30%; font-weight: 500; overflow-wrap: break-word; }
        tbody th code { overflow-wrap: inherit; }
        small { color: var(--soft); }
        .progress { margin: 0 0 .25rem; color: var(--soft); font-size: .875rem; }
        .points { margin: 0 0 1rem; padding: 0; padding-inline-start: 1.125rem; }
        .points li { margin: 0 0 .5rem; }
        .notice ul { margin: .375rem 0 0; padding: 0; padding-inline-start: 1.125rem; white-space: normal; }
        .finder { position: relative; aspect-ratio: 4 / 3; margin: 0; overflow: hidden; background: #000; border-radius: .5rem; }
        .finder video, .finder canvas { display: block; width: 100%; height: 100%; object-fit: contain; }
        form[data-facing=user] .finder video, form[data-facing=user] .finder canvas { transform: scaleX(-1); }
        .outline {
          position: absolute; inset: 0; margin: auto; border: 3px solid #fff; border-radius: .75rem;
          box-shadow: 0 0 0 100vmax rgb(0 0 0 / .45); pointer-events: none;
        }
        .outline.card { width: 86%; aspect-ratio: 1.586; }
        .outline.page { width: 86%; aspect-ratio: 1.42; }
        .outline.face { height: 84%; aspect-ratio: .75; border-radius: 50%; }
        .finder + .buttons { margin: .75rem 0 0; }
        .starter { margin: 0 0 1.5rem; }

        """
}
