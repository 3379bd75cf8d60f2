import CallbackBridge
import ClientTesting
import Foundation
import P1Verify
import Primitives
import Testing
import Verification
import VerificationMessages
import VisionMessages

@testable import ShoLib

/// The documented screens, whose settings a process has once, over a camera of a test's.
@Suite("The documented screens of verifications", .serialized, SharedSettings())
@MainActor
struct CaptureScreenTests {
    private let resources = AskedResources()

    private func use(_ robot: Robot, resources: AskedResources? = nil) {
        var environment = CaptureEnvironment()
        environment.camera = { _ in robot }
        environment.screen = robot
        environment.resources = resources ?? self.resources
        environment.random = SeededRandom(seed: 4)
        environment.openSettings = { await robot.openSettings() }
        CaptureEnvironment.current = environment
    }

    private func license(
        by robot: Robot, resources: AskedResources? = nil,
        _ edit: (DriverLicenseScannerViewController.Builder) -> DriverLicenseScannerViewController.Builder = { $0 }
    ) async -> DriverLicense? {
        use(robot, resources: resources)
        return await withCheckedContinuation { continuation in
            let builder = DriverLicenseScannerViewController.Builder { isComplete, license in
                #expect(isComplete == (license != nil))
                continuation.resume(returning: Handoff(license))
            }
            edit(builder).create().show(parentViewController: UIViewController())
        }.value
    }

    private func passport(by robot: Robot) async -> Passport? {
        use(robot)
        return await withCheckedContinuation { continuation in
            PassportScannerViewController.Builder(onComplete: { _, passport in continuation.resume(returning: Handoff(passport)) })
                .setCheckHasFace(checkHasFace: true).create().show(parentViewController: UIViewController())
        }.value
    }

    private func selfie(by robot: Robot, checked: Bool = true) async throws -> Selfie? {
        use(robot)
        return try await withCheckedThrowingContinuation { continuation in
            do {
                try SelfieCaptureViewController.Builder { _, selfie in continuation.resume(returning: Handoff(selfie)) }
                    .performExpressionCheck(checked).start(parentViewController: UIViewController())
            } catch { continuation.resume(throwing: error) }
        }.value
    }

    @Test("the user chooses the country, and the licence has both photographs, the face and the barcode's data")
    func licence() async throws {
        let robot = Robot()
        let license = try #require(await license(by: robot))
        #expect(license.frontImage != nil && license.backImage != nil && license.hasData)
        #expect(license.getFaceCoordinates() == CGRect(x: 10, y: 20, width: 200, height: 260))
        #expect(license.getLastName() == "SPECIMEN")
        let formatted = ValueFormatter.getFormattedDriverLicense(from: license)
        #expect(formatted.getLastName() == "Specimen" && license.getLastName() == "SPECIMEN" && formatted.cardId == license.cardId)
        let titles = robot.contents.map(\.title)
        #expect(titles.first == "Driver License" && robot.contents.first?.countries.contains { $0.code == "US" } == true)
        for title in ["Driver License Front", "Approve Front", "Driver License Scan", "Driver License Back", "Approve Back"] {
            #expect(titles.contains(title))
        }
        #expect(robot.contents.contains { $0.instruction == "Now flip your ID to Scan the barcode on the back." })
    }

    @Test("steps override the country, which has a barcode where the documents say so", arguments: [true, false])
    func steps(areGiven: Bool) async throws {
        let robot = Robot()
        let license = try #require(
            await license(by: robot) { builder in
                builder.setCountry(country: areGiven ? "USA" : "FRA").setCheckHasFace(checkHasFace: false)
                return areGiven ? builder.setSteps(scannerSteps: .capture_front, .capture_front) : builder
            })
        #expect(!license.hasData && (license.backImage == nil) == areGiven)
        #expect(robot.contents.allSatisfy { $0.countries.isEmpty })
    }

    @Test("the app's own detector of faces and scanner of barcodes are asked")
    func own() async throws {
        let robot = Robot()
        let license = try #require(
            await license(by: robot) {
                $0.setCountry(country: "CAN").setFaceDetector(faceDetector: CornerDetector()).setIdScanner(idScanner: NamedScanner())
            })
        #expect(license.getFaceCoordinates() == CGRect(x: 1, y: 2, width: 3, height: 4) && license.getFirstName() == "SCANNED")
    }

    @Test("Android's bundles and listeners")
    func android() async throws {
        use(Robot())
        let bundle = DLSBundle.Builder().setCaptureFront(true).setCaptureBarcode(true).setCaptureBack(true).setCheckHasFace(true).create()
        let captured = await withCheckedContinuation { continuation in
            DriverLicenseScannerDialogFragment.start(UIViewController(), bundle, Listener { continuation.resume(returning: $0) })
        }
        #expect(captured == "SPECIMEN")
        use(Robot(actions: [.cancel]))
        let canceled = await withCheckedContinuation { continuation in
            DriverLicenseScannerDialogFragment.start(UIViewController(), bundle, Listener { continuation.resume(returning: $0) })
        }
        #expect(canceled == nil)
        for (actions, isCaptured) in [([], true), ([.cancel], false)] as [([ScreenAction], Bool)] {
            use(Robot(actions: actions))
            let selfie = await withCheckedContinuation { continuation in
                SelfieCaptureDialogFragment.start(UIViewController(), SelfieListener { continuation.resume(returning: $0) })
            }
            #expect(selfie == isCaptured)
        }
    }

    @Test("without a camera, captures end as if they were cancelled, and a selfie's says so")
    func nowhere() async throws {
        CaptureEnvironment.current = CaptureEnvironment()
        let ended = await withCheckedContinuation { continuation in
            PassportScannerViewController.Builder { isComplete, _ in continuation.resume(returning: isComplete) }
                .create().show(parentViewController: UIViewController())
        }
        #expect(!ended)
        #expect(throws: CaptureError(.camera, "")) {
            try SelfieCaptureViewController.Builder { _, _ in }.start(parentViewController: UIViewController())
        }
    }

    @Test("an app's texts come before the defaults: by iOS's key, then by Android's")
    func texts() async throws {
        let own = AskedResources([
            "IdScanner/Driver License %@": "Ausweis: %1$@", "strings/dl_step_approve_front": "Passt so?",
            "strings/dl_step_capture_front": "Nie",
        ])
        let robot = Robot()
        _ = await license(by: robot, resources: own) { $0.setSteps(scannerSteps: IDScannerStep.capture_front) }
        #expect(Set(robot.contents.map(\.title)) == ["Ausweis: Front", "Passt so?"])
    }

    /// The frames of a user who has no luck with a licence: no face, too dark, no picture, a detector that fails, another's barcode.
    private static let badLicense: [TestFrame] = [
        TestFrame([]), TestFrame([TestFrame.face()], faults: [.faint]), TestFrame(error: .image), TestFrame(error: .reader),
        TestFrame([TestFrame.face()]), TestFrame(), TestFrame(barcode: Array("no licence".utf8)),
    ]

    /// The frames of a user who has no luck with expressions, until the check has failed.
    private static let badExpressions: [TestFrame] = [
        TestFrame([]), TestFrame([TestFrame.face()]), TestFrame([TestFrame.face(), TestFrame.face(track: 2)]),
        TestFrame([TestFrame.face()]), TestFrame([TestFrame.face(track: 2)]), TestFrame([TestFrame.face()]),
        TestFrame([], after: 1), TestFrame(error: .reader), TestFrame(error: .image), TestFrame([TestFrame.face()]),
        TestFrame([TestFrame.face()], after: 7),
    ]

    @Test("every text and every image of both documents is shown by some capture")
    func complete() async throws {
        let robots = [
            Robot(Self.badLicense, actions: [.retake]), Robot(country: "FR"), Robot([], actions: [.skip]),
            Robot([TestFrame(error: .image)]), Robot(Self.badExpressions),
            Robot(actions: [.settings], failure: CaptureError(.camera, "no access")),
        ]
        for robot in robots[0...2] { #expect(await license(by: robot) != nil) }
        #expect(await passport(by: robots[3])?.frontImage != nil)
        #expect(try await selfie(by: robots[4])?.getSelfie() != nil)
        #expect(await license(by: robots[5]) == nil)
        #expect(robots[5].settingsCount == 1)
        #expect(try await selfie(by: Robot(failure: CaptureError(.camera, "no access"))) == nil)
        let keys =
            IdScannerText.allCases.map { "IdScanner/\($0.key)" }
            + LiveFaceVerificationText.allCases.map { "LiveFaceVerification/\($0.key)" }
            + AndroidText.allCases.map { "strings/\($0.key)" }
        #expect(Set(keys).subtracting(resources.asked).isEmpty && resources.asked.subtracting(keys).isEmpty)
        let shown = robots.flatMap(\.contents)
        var images: Set<ScreenImage> = [.background, .logo, .navigationBar]  // those of every screen
        for content in shown {
            images.formUnion([content.picture, content.failure?.image].compactMap(\.self) + (content.hasInfo ? [.info] : []))
            for look in content.buttons.map(\.look.images) {
                images.formUnion([look.normal, look.pressed, look.disabled].compactMap(\.self))
            }
        }
        #expect(images == Set(ScreenImage.allCases))
        let failures = Set(shown.compactMap { $0.failure?.text })
        for text in [LiveFaceVerificationText.differentFace, .missedExpression, .noFace, .severalFaces] {
            #expect(failures.contains(text.standard))
        }
        #expect(failures.isSuperset(of: [IdScannerText.noFace.standard, IdScannerText.barcodeError.standard]))
    }

    @Test("a reader that can't tell expressions takes a plain selfie, and the page says so")
    func unchecked() async throws {
        let robot = Robot([TestFrame([FaceReading(box: FaceRectangle(x: 1, y: 1, width: 9, height: 9))])])
        #expect(try await selfie(by: robot) != nil)
        #expect(robot.contents.contains { $0.note?.hasPrefix("Expressions can't be checked") == true })
        let plain = Robot()
        #expect(try await selfie(by: plain, checked: false) != nil)
        #expect(plain.contents.allSatisfy { $0.picture == .selfie || $0.picture == .done })
    }
}

/// Finds a face in the corner.
struct CornerDetector: SCFaceDetector {
    func findFaces(in image: UIImage) -> [CGRect] { [CGRect(x: 1, y: 2, width: 3, height: 4)] }
}

/// Finds a barcode of its own kind.
struct NamedScanner: IDScanner {
    func findBarcode(in image: UIImage) -> Data? { Data("SCANNED".utf8) }
    func readLicense(from barcode: Data) -> DriverLicense? {
        let license = DriverLicense()
        license.setFirstName(String(decoding: barcode, as: UTF8.self))
        return license
    }
}

/// Tells the family name of a licence, as Android's apps take it; nil when the user has cancelled.
struct Listener: DriverLicenseScannerListener {
    let tell: (String?) -> Void

    func onDriverLicenseCaptured(_ bundle: DLSBundle) {
        tell(DriverLicenseScannerActivity.DLSBundle.getDriverLicense(bundle).getLastName())
    }
    func onCanceled() { tell(nil) }
}

/// Tells whether a selfie was captured.
struct SelfieListener: SelfieCaptureListener {
    let tell: (Bool) -> Void

    func onComplete(_ bundle: LFVBundle) { tell(LFVBundle.getResultSelfie(bundle).getCardType() == "Selfie") }
    func onCancelled() { tell(false) }
}
