import Foundation
import Primitives
import ServerTesting
import TestVectors
import Testing

@testable import gatehouse

@Suite("Documents in the terminal")
struct DocumentTests {
    private static func write(_ name: String, of folder: String = "vision", to directory: TemporaryDirectory) throws -> String {
        let path = "\(directory.path)/\(name)"
        try TestVectors.data("\(folder)/\(name)").write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("a licence is printed field by field with its reasons, and as JSON")
    func licence() async throws {
        let directory = try TemporaryDirectory()
        let file = try Self.write("licence.png", to: directory)
        let read = try await Program.run("document", "read", file)
        #expect(read.code == 0 && read.output.contains("lastName") && read.output.contains("element DCS"), "\(read.output)")
        let json = try await Program.run("document", "read", file, "--json")
        let parts = json.json?.array?.first?["parts"]?.array ?? []
        #expect(parts.compactMap { $0["part"]?.string } == ["picture", "quality", "faces", "print", "barcode"])
        let fields = parts.last?["fields"]?.array ?? []
        #expect(fields.contains { $0["name"] == "idNumber" && $0["value"] == "00-000-0011" }, "\(fields)")
    }

    @Test("a zone's field says which of its characters no check digit can tell from others")
    func zone() async throws {
        let directory = try TemporaryDirectory()
        let file = try Self.write("td3-specimen.jpg", of: "zones", to: directory)
        let read = try await Program.run("document", "read", file)
        let number = read.output.split(separator: "\n").first { $0.contains("documentNumber") } ?? ""
        #expect(["L898902C3", "8 at place 2 could be S", "8 at place 4 could be S"].allSatisfy(number.contains), "\(read.output)")
    }

    @Test("a picture that isn't taken is told with its reason, and the others are read")
    func refused() async throws {
        let directory = try TemporaryDirectory()
        let files = [try Self.write("animated.png", to: directory), try Self.write("rgb.png", to: directory)]
        let read = try await Program.run("document", "read", files[0], files[1], "--json")
        #expect(read.code == 1)
        let outcomes = read.json?.array ?? []
        #expect(outcomes.count == 2 && outcomes[0]["error"]?.string?.contains("animation") == true && outcomes[1]["parts"] != nil)
    }

    @Test("faces are compared only where there is one in each picture")
    func compare() async throws {
        let directory = try TemporaryDirectory()
        let file = try Self.write("rgb.png", to: directory)
        let compared = try await Program.run("document", "compare", file, file)
        #expect(compared.code == 1 && compared.complaints.contains { $0.contains("no face") }, "\(compared.complaints)")
    }
}
