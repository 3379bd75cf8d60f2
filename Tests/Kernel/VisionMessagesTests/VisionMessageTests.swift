import IdentityDocuments
import Primitives
import Testing
import VisionMessages

@Suite("Messages between a server and the program that reads images")
struct VisionMessageTests {
    private static var report: VisionReport {
        var report = VisionReport(kind: .jpeg, width: 600, height: 400)
        report.quality = ImageQuality(shorterSide: 400, edgeWidth: 3.5, glare: 0.25, skew: -2.5, edges: [0, 0.5, 1, 2], contrast: 200)
        report.barcodes = [Barcode(.pdf417, bytes: [0, 255, 10], corners: (0..<4).map { PixelPoint(x: Double($0), y: -1) })]
        report.zones = [zone]
        report.words = .done([PrintedWord("NAME", confidence: 96.5, box: ImageBox(left: 1, top: 2, width: 3, height: 4))])
        report.faces = [
            DetectedFace(
                box: ImageBox(left: -5, top: 2, width: 90, height: 90), score: 1.25, points: (0..<5).map { PixelPoint(x: Double($0), y: 1) }
            )
        ]
        report.descriptors = .notAvailable("no models")
        report.recapture = RecaptureSigns(frame: 0.25, grid: 1.5)
        report.portrait = [0xFF, 0xD8]
        return report
    }

    private static var zone: DocumentZone {
        let cell = DocumentZone.Cell(
            .filler, candidates: [ZoneCandidate(.filler, logProbability: -0.5), ZoneCandidate(ZoneCharacter.all[0], logProbability: -7)])
        return DocumentZone(
            .td2, cells: Array(repeating: Array(repeating: cell, count: 36), count: 2), logPosterior: -0.25, refusal: .unclear,
            isUpsideDown: true, corners: (0..<4).map { PixelPoint(x: 0.5, y: Double($0)) })
    }

    @Test("a request is read as it was written", arguments: [[], [.quality], Set(VisionReading.allCases)] as [Set<VisionReading>])
    func request(_ readings: Set<VisionReading>) throws {
        let request = VisionRequest(readings, from: [1, 2, 3])
        #expect(try VisionRequest(head: request.json.encoded, image: request.image) == request)
    }

    @Test(
        "an answer is read as it was written",
        arguments: [
            .read(report), .read(VisionReport(kind: .png, width: 1, height: 1)), .refused(ImageRefusal(.animated, "a sentence")),
        ] as [VisionAnswer])
    func answer(_ answer: VisionAnswer) throws {
        let read = try VisionAnswer(head: answer.json.encoded, attachment: answer.attachment)
        #expect(read == answer)
        if case .refused(let refusal) = read { #expect(refusal.reason == "a sentence") }
    }

    @Test(
        "what is no message, or has a member out of its bounds, is refused",
        arguments: [
            "", "[]", "{}", #"{"read": ["everything"]}"#, #"{"read": 1}"#, #"{"refused": {"code": "weather", "reason": ""}}"#,
            #"{"read": {"kind": "gif", "width": 1, "height": 1}}"#, #"{"read": {"kind": "png", "width": 0, "height": 1}}"#,
            #"{"read": {"kind": "png", "width": 1, "height": 1, "faces": [{"box": [0, 0, -1, 1], "score": 1}]}}"#,
            #"{"read": {"kind": "png", "width": 1, "height": 1, "faces": [{"box": [0, 0, 1e300, 1], "score": 1}]}}"#,
            #"{"read": {"kind": "png", "width": 1, "height": 1, "descriptors": {"done": [{"values": [1]}]}}}"#,
            #"{"read": {"kind": "png", "width": 1, "height": 1, "words": {"done": [{"text": "a", "confidence": 101, "box": [0, 0, 1, 1]}]}}}"#,
            #"{"read": {"kind": "png", "width": 1, "height": 1, "barcodes": [{"symbology": "qr", "bytes": "?", "corners": [0,0,0,0,0,0,0,0]}]}}"#,
            #"{"read": {"kind": "png", "width": 1, "height": 1, "recapture": {"frame": 1.5, "grid": 0}}}"#,
            #"{"read": {"kind": "png", "width": 1, "height": 1, "recapture": {"frame": 0, "grid": -1}}}"#,
            #"{"read": {"kind": "png", "width": 1, "height": 1, "zones": [{"format": "TD1", "lines": ["A"]}]}}"#,
        ])
    func refused(_ text: String) {
        #expect(throws: VisionMessageError(.malformed, "")) { try VisionAnswer(head: Array(text.utf8), attachment: []) }
        #expect(throws: VisionMessageError(.malformed, "")) { try VisionRequest(head: Array(text.utf8), image: []) }
    }

    @Test("more of a kind than an answer may hold is refused")
    func tooMany() {
        var report = Self.report
        report.faces = (0...VisionMessageLimits.faces).map { _ in
            DetectedFace(box: ImageBox(left: 0, top: 0, width: 1, height: 1), score: 1, points: nil)
        }
        let answer = VisionAnswer.read(report)
        #expect(throws: VisionMessageError(.malformed, "")) { try VisionAnswer(head: answer.json.encoded, attachment: []) }
    }
}

@Suite("Judgements on what was read")
struct VisionJudgementTests {
    @Test("a measure out of its bounds is a fault with its own reason")
    func faults() {
        let good = ImageQuality(shorterSide: 800, edgeWidth: 4, glare: 0, skew: 1, edges: [0, 0, 0, 0], contrast: 150)
        #expect(good.faults.isEmpty)
        let changes: [(ImageQuality.Fault, (inout ImageQuality) -> Void)] = [
            (.small, { $0.shorterSide = 100 }), (.blurred, { $0.edgeWidth = 20 }), (.glare, { $0.glare = 0.3 }),
            (.skewed, { $0.skew = -30 }),
            (.cropped, { $0.edges[2] = 3 }), (.faint, { $0.contrast = 10 }),
        ]
        for (fault, change) in changes {
            var quality = good
            change(&quality)
            #expect(quality.faults == [fault])
        }
        #expect(Set(ImageQuality.Fault.allCases.map(\.reason)).count == changes.count)
    }

    @Test("no face, two faces and a face that is cut off are told apart; a ghost image beside a portrait is none")
    func faces() {
        func finding(_ boxes: (left: Int, width: Int, score: Double)...) -> FaceFinding? {
            var report = VisionReport(kind: .jpeg, width: 600, height: 400)
            report.faces = boxes.map {
                DetectedFace(box: ImageBox(left: $0.left, top: 100, width: $0.width, height: $0.width), score: $0.score, points: nil)
            }
            return FaceFinding(in: report)
        }
        #expect(finding() == .noFace)
        #expect(finding((100, 100, 0.1)) == .noFace)
        #expect(finding((100, 100, 1), (300, 90, 1)) == .severalFaces)
        #expect(finding((-50, 100, 1)) == .cutOff)
        #expect(finding((550, 100, 1)) == .cutOff)
        guard case .one(let face) = finding((100, 100, 1), (400, 40, 1)) else {
            Issue.record("not one face")
            return
        }
        #expect(face.box.left == 100)
        #expect(FaceFinding(in: VisionReport(kind: .jpeg, width: 1, height: 1)) == nil)
    }

    @Test("a selfie with a frame or a grid is a picture of a picture, a small face is too far away; of a document neither counts")
    func selfies() {
        func finding(_ signs: RecaptureSigns?, width: Int = 100) -> FaceFinding? {
            var report = VisionReport(kind: .jpeg, width: 600, height: 400)
            report.faces = [DetectedFace(box: ImageBox(left: 100, top: 100, width: width, height: width), score: 1, points: nil)]
            report.recapture = signs
            return FaceFinding(in: report)
        }
        #expect(finding(RecaptureSigns(frame: 0.6, grid: 1)) == .pictureOfPicture)
        #expect(finding(RecaptureSigns(frame: 0.1, grid: 4)) == .pictureOfPicture)
        #expect(finding(RecaptureSigns(frame: 0.1, grid: 1), width: 59) == .tooSmall)
        let others = [finding(RecaptureSigns(frame: 0.59, grid: 3.9)), finding(nil), finding(nil, width: 40)]
        for other in others { #expect(other?.reason == nil && other != nil) }
        #expect(Set([FaceFinding.noFace, .severalFaces, .cutOff, .pictureOfPicture, .tooSmall].map(\.reason)).count == 5)
    }

    @Test("a distance is symmetric, 0 from itself, and judged by strictness")
    func distance() throws {
        let (one, other) = (
            try #require(FaceDescriptor([Double](repeating: 0, count: 128))),
            try #require(FaceDescriptor([0.3, 0.4] + [Double](repeating: 0, count: 126)))
        )
        #expect(
            one.distance(to: one) == 0 && abs(one.distance(to: other) - 0.5) < 1e-12 && one.distance(to: other) == other.distance(to: one))
        #expect(FaceMatchStrictness.allCases.map { $0.accepts(distance: 0.58) } == [true, false, false])
        #expect(FaceDescriptor([1]) == nil && FaceDescriptor([Double](repeating: 11, count: 128)) == nil)
    }
}
