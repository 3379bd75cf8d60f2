import DeviceMessages
import Foundation
import Primitives
import Testing
import VerificationMessages

@Suite("Sealed images")
struct ImageTests {
    @Test("an image opens with its mention, and is longer by 16 bytes when sealed")
    func opens() throws {
        let (reference, sealed) = try Sample.image(.front)
        #expect(try reference.open(sealed) == Sample.file && sealed.count == reference.sealedSize && !sealed.starts(with: Sample.file))
    }

    @Test("a changed byte, another length and another image's mention open nothing")
    func changed() throws {
        let (reference, sealed) = try Sample.image(.front)
        for index in sealed.indices {
            var other = sealed
            other[index] ^= 1
            #expect(throws: DeviceError(.conflict, "")) { try reference.open(other) }
        }
        for other in [[], Array(sealed.dropLast()), sealed + [0], try Sample.image(.front, seed: 2).sealed] {
            #expect(throws: DeviceError(.conflict, "")) { try reference.open(other) }
        }
        var wrong = reference
        wrong.digest[0] ^= 1
        #expect(throws: DeviceError(.conflict, "")) { try wrong.open(sealed) }
        wrong = reference
        wrong.size += 1
        #expect(throws: DeviceError(.conflict, "")) { try wrong.open(sealed) }
    }

    @Test("two images never have one key, and an empty one isn't sealed")
    func keys() throws {
        let random = SeededRandom(seed: 7)
        let images = try (0..<3).map { _ in try ImageReference.seal([1], id: random.uuid(), side: .front, random: random).reference }
        #expect(Set(images.map { $0.key.reveal() }).count == 3)
        #expect(throws: DeviceError(.malformed, "")) { try ImageReference.seal([], id: random.uuid(), side: .front, random: random) }
        let long = [UInt8](repeating: 0, count: ImageReference.mostBytes + 1)
        #expect(throws: DeviceError(.malformed, "")) { try ImageReference.seal(long, id: random.uuid(), side: .front, random: random) }
    }

    @Test("a mention with one member wrong is malformed", arguments: 0..<7)
    func wrong(place: Int) throws {
        let face = FaceRectangle(x: 0, y: 0, width: 1, height: 1)
        var members = try #require(try Sample.image(.front, face: face).reference.json.object)
        #expect(try ImageReference(json: .object(members)).face == face)
        switch place {
        case 0: members["id"] = "front"
        case 1: members["side"] = "front"
        case 2: members["size"] = 0
        case 3: members["size"] = .integer(Int64(ImageReference.mostBytes + 1))
        case 4: members["digest"] = .string(Base64URL.encode([UInt8](repeating: 0, count: 31)))
        case 5: members["key"] = .string(Base64URL.encode([UInt8](repeating: 0, count: 33)))
        default: members["face"] = ["x": 0, "y": 0, "width": 0, "height": 1]
        }
        #expect(throws: DeviceError(.malformed, "")) { try ImageReference(json: .object(members)) }
    }
}
