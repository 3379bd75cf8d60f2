import Primitives
import Verification

#if canImport(UIKit)
public import UIKit
#else
public import P1Verify
#endif

/// The screen of a capture, which the documented view controllers are.
@MainActor
open class CaptureViewController: UIViewController {
    private let subject: CaptureSubject
    private let request: CaptureRequest
    #if canImport(UIKit)
    let page = CapturePage()
    #endif

    init(_ subject: CaptureSubject, _ request: CaptureRequest) {
        self.subject = subject
        self.request = request
        #if canImport(UIKit)
        super.init(nibName: nil, bundle: nil)
        #else
        super.init()
        #endif
    }

    #if canImport(UIKit)
    /// No storyboard makes it.
    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    open override func viewDidLoad() {
        super.viewDidLoad()
        page.lay(in: view)
    }
    #endif

    /// Shows itself, and captures the card.
    /// - Parameter ended: called once, with nil when the user has cancelled.
    /// - Throws: `CaptureError` `.camera` where the system has none.
    func capture(above parent: UIViewController, _ ended: @escaping @MainActor (CapturedCard?) -> Void) throws(CaptureError) {
        let environment = CaptureEnvironment.current
        guard let camera = environment.camera, let screen = environment.screen ?? ownScreen else {
            throw CaptureError(.camera, "this system has no camera, or no screen")
        }
        let (source, run) = (camera(subject), CaptureRun(subject, request, on: screen, environment))
        #if canImport(UIKit)
        modalPresentationStyle = .fullScreen
        isModalInPresentation = true
        page.show(source)
        parent.present(self, animated: true, completion: nil)
        #endif
        // The documented calls return at once; `ended` tells the end.
        Task {
            let card = await run.card(from: source)
            #if canImport(UIKit)
            dismiss(animated: true) { ended(card) }
            #else
            ended(card)
            #endif
        }
    }

    private var ownScreen: (any CaptureScreen)? {
        #if canImport(UIKit)
        page
        #else
        nil
        #endif
    }
}
