import Primitives
import Translations
import VerificationMessages

/// A step with a picture as its template sees it.
struct CaptureView: FramedView {
    var frame: Frame
    let phrases: VerificationPhrases
    let title: String
    let progress: String
    let guidance: String
    let form: PageForm
    let csrfField = PageForm.csrfField
    let tokenField = CapturePage.tokenField
    let pictureField = CapturePage.pictureField
    let token: String
    /// The camera that is wanted: `user` or `environment`, as Media Capture and Streams and HTML Media Capture have it.
    let facing: String
    /// The form of the outline: `card`, `page` or `face`.
    let outline: String
    let says: [Saying]
    let hasFaults: Bool
    let faults: [String]
    let ways: [Way]
    let error: ProblemView?

    struct Saying {
        let name: String
        let text: String
    }

    struct Way {
        let path: String
        let label: String
    }

    init(_ page: CapturePage) {
        let phrases = page.language.phrases.verification
        self.phrases = phrases
        title = phrases.title(page.card, page.side)
        progress = phrases.progress.replacing("{step}", with: String(page.step.number)).replacing("{steps}", with: String(page.step.of))
        frame = Frame(page.language, title: title, ownScripts: [.capture])
        guidance = phrases.guidance(page.card)
        form = page.form
        token = page.token
        facing = page.side == .selfie ? "user" : "environment"
        outline = page.side == .selfie ? "face" : page.card == .passport ? "page" : "card"
        says = phrases.says.sorted { $0.key < $1.key }.map { Saying(name: $0.key, text: $0.value) }
        hasFaults = !page.faults.isEmpty
        faults = page.faults.map { phrases.faults[$0.rawValue] ?? $0.rawValue }
        let ways = [(page.ways.keeping, phrases.keep), (page.ways.without, phrases.without), (page.ways.choice, phrases.otherDocument)]
        self.ways = ways.compactMap { path, label in path.map { Way(path: $0, label: label) } }
        error = page.problem.map { ProblemView($0, page.language) }
    }
}

enum CaptureTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <p class="progress">{{progress}}</p>
        <h1>{{title}}</h1>
        <p class="lead" id="guidance">{{guidance}}</p>
        \(VerificationConsentTemplate.problem)
        {{#hasFaults}}<div id="faults" class="notice warning" role="status"><p>{{phrases.doubtful}}</p><ul>
        {{#faults}}<li>{{.}}</li>
        {{/faults}}
        </ul></div>
        {{/hasFaults}}
        <form method="post" action="{{form.action}}" enctype="multipart/form-data" data-facing="{{facing}}">
        <input type="hidden" name="{{csrfField}}" value="{{form.csrfToken}}">
        <input type="hidden" name="{{tokenField}}" value="{{token}}">
        <div data-show="finder taken" hidden>
        <div class="finder">
        <video data-show="finder" playsinline muted aria-label="{{phrases.finder}}"></video>
        <canvas data-show="taken" role="img" aria-label="{{phrases.preview}}" hidden></canvas>
        <span class="outline {{outline}}" data-show="finder" aria-hidden="true"></span>
        </div>
        <div class="buttons" data-show="finder"><button type="button" data-action="shoot" data-first="finder" \
        aria-describedby="guidance">{{phrases.shoot}}</button> \
        <button type="button" class="secondary" data-action="file">{{phrases.useFile}}</button></div>
        <div class="buttons" data-show="taken" hidden><button type="button" data-action="use" data-first="taken">{{phrases.use}}</button> \
        <button type="button" class="secondary" data-action="again">{{phrases.again}}</button></div>
        </div>
        <div class="buttons starter" data-show="file" hidden><button type="button" data-action="start">{{phrases.useCamera}}</button></div>
        <div data-show="file">
        <div class="field"><label for="picture">{{phrases.file}}</label>
        <input id="picture" type="file" name="{{pictureField}}" accept="image/jpeg,image/png" capture="{{facing}}" required \
        data-first="file" aria-describedby="guidance picture-hint"><small id="picture-hint">{{phrases.fileHint}}</small></div>
        <div class="buttons"><button type="submit">{{phrases.send}}</button></div>
        </div>
        <div role="status">
        {{#says}}<p class="notice" data-says="{{name}}" hidden>{{text}}</p>
        {{/says}}
        </div>
        </form>
        <ul class="ways">
        {{#ways}}<li><a href="{{path}}">{{label}}</a></li>
        {{/ways}}
        </ul>
        {{/main}}{{/layout}}
        """
}
