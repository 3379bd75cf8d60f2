import IdentityChecks
import Primitives
import Testing
import VerificationMessages
import VisionMessages

@Suite("Whether two faces are one person's")
struct FaceJudgeTests {
    private let face = DetectedFace(box: ImageBox(left: 300, top: 200, width: 400, height: 400), score: 1, points: nil)

    private func report(_ faces: [DetectedFace], _ distance: Double? = 0, recapture: RecaptureSigns? = nil) throws -> VisionReport {
        var report = VisionReport(kind: .jpeg, width: 1000, height: 1000)
        report.faces = faces
        report.recapture = recapture
        if let distance {
            report.descriptors = .done(try faces.map { _ in try #require(FaceDescriptor([distance] + [Double](repeating: 0, count: 127))) })
        } else {
            report.descriptors = .notAvailable("no models")
        }
        return report
    }

    @Test("the distance decides, by the strictness", arguments: [(0.5, 3), (0.52, 2), (0.58, 1), (0.61, 0)])
    func distances(distance: Double, strictest: Int) throws {
        let (document, selfie) = (try report([face]), try report([face], distance))
        let passed = FaceMatchStrictness.allCases.filter { strictness in
            let (judgement, measured) = FaceJudge(strictness: strictness).judge(document: document, selfie: selfie)
            #expect(measured == distance && judgement.messages.keys.sorted() == (judgement.result == .pass ? [] : ["otherFace"]))
            return judgement.result == .pass
        }
        #expect(passed == Array(FaceMatchStrictness.allCases.prefix(strictest)))
    }

    @Test("without models there is no result")
    func models() throws {
        let judge = FaceJudge(strictness: .low)
        for (document, selfie) in [(nil, 0), (0, nil), (nil, nil)] as [(Double?, Double?)] {
            let (judgement, distance) = judge.judge(document: try report([face], document), selfie: try report([face], selfie))
            #expect(judgement.result == .unavailable && judgement.messages.keys.sorted() == ["modelsMissing"] && distance == nil)
        }
        let unread = VisionReport(kind: .png, width: 10, height: 10)
        #expect(judge.judge(document: unread, selfie: try report([face])).judgement.result == .unavailable)
    }

    @Test("a picture without the one face is negative, with the picture's reason")
    func faults() throws {
        let judge = FaceJudge(strictness: .low)
        let second = DetectedFace(box: ImageBox(left: 0, top: 0, width: 300, height: 300), score: 1, points: nil)
        let (none, two) = (try report([]), try report([face, second]))
        #expect(judge.judge(document: none, selfie: try report([face])).judgement.messages.keys.sorted() == ["documentFace"])
        #expect(judge.judge(document: try report([face]), selfie: two).judgement.messages.keys.sorted() == ["selfieFace"])
        let copied = try report([face], recapture: RecaptureSigns(frame: 0.9, grid: 0))
        let judgement = judge.judge(document: none, selfie: copied).judgement
        #expect(judgement.result == .fail && judgement.messages.keys.sorted() == ["documentFace", "selfieFace"])
    }
}
