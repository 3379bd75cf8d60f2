import Foundation
import Foundations
import IdentityDocuments
import Testing
import Vision
import VisionMessages
import WorkerTesting
import Workers

@Suite("Reading images")
struct ImageReaderTests {
    @Test("a licence's barcode is read byte for byte, and its payload field by field")
    func barcode() async throws {
        try await VisionHarness.with { harness in
            let report = try await harness.read([.barcodes], "licence.png")
            let barcode = try #require(report.barcodes?.first)
            #expect(report.barcodes?.count == 1 && barcode.symbology == .pdf417)
            #expect(barcode.bytes == (try VisionHarness.file("licence.bin")))
            #expect(barcode.corners.allSatisfy { 0...1104 ~= $0.x && 0...240 ~= $0.y })
            #expect(try LicencePayload(parsing: barcode.bytes).fields[.lastName] == "SPECIMEN")
            #expect(report.quality == nil && report.words == nil && report.faces == nil && report.zones == nil)
        }
    }

    @Test(
        "every form of the kinds that are taken is decoded",
        arguments: [
            "baseline.jpg", "progressive.jpg", "grey.jpg", "orientation3.jpg", "rgb.png", "palette.png", "rgb16.png", "interlaced.png",
            "transparent.png", "profile.png",
        ])
    func forms(_ name: String) async throws {
        try await VisionHarness.with { harness in
            let report = try await harness.read([.quality], name)
            #expect(report.width == 96 && report.height == 64)
            #expect(try #require(report.quality).contrast > 100)
        }
    }

    @Test("an image is turned as its metadata say, and nothing but pixels comes back")
    func orientation() async throws {
        try await VisionHarness.with { harness in
            let report = try await harness.read([.quality], "orientation6.jpg")
            #expect(report.width == 64 && report.height == 96)
        }
    }

    @Test(
        "a photograph that can't be read has the fault for which it can't, and no other",
        arguments: [
            ("blurred.jpg", [.blurred]), ("glare.jpg", [.glare]), ("skewed.jpg", [.skewed]), ("cropped.jpg", [.cropped]),
            ("faint.jpg", [.faint]), ("faultless.jpg", []),
        ] as [(String, [ImageQuality.Fault])])
    func faults(_ name: String, _ faults: [ImageQuality.Fault]) async throws {
        try await VisionHarness.with { harness in
            let report = try await harness.read([.quality], name)
            #expect(try #require(report.quality).faults == faults)
        }
    }

    @Test("words and descriptors that can't be had are not available, and nothing else")
    func notAvailable() async throws {
        let harness = VisionHarness {
            let program = $0.workers.program
            $0 = ImageReader.Configuration(program: program, models: "/nonexistent", languages: "xxx")
        }
        let report = try await harness.read([.words, .faces, .descriptors, .portrait], "baseline.jpg")
        guard case .notAvailable(let words) = report.words, case .notAvailable(let models) = report.descriptors else {
            Issue.record("available")
            return
        }
        #expect(words.contains("xxx") && models.contains("vision-models"))
        #expect(report.faces == [] && report.portrait == nil && FaceFinding(in: report) == .noFace)
        await harness.reader.close()
    }

    @Test(
        "a file that is damaged behind its header is refused, and the process reads the next one",
        arguments: ["baseline.jpg", "progressive.jpg", "rgb.png"])
    func damaged(_ name: String) async throws {
        try await VisionHarness.with { harness in
            var file = try VisionHarness.file(name)
            // The last coded pixels go, the end stays; a PNG file's chunk keeps its length.
            if name.hasSuffix("png") {
                file.replaceSubrange(file.count - 36..<file.count - 16, with: [UInt8](repeating: 0, count: 20))
            } else {
                file.removeSubrange(file.count - 22..<file.count - 2)
            }
            await #expect(throws: VisionError(.refused(.damaged), "")) { try await harness.reader.read([.quality], from: file) }
            _ = try await harness.read([.quality], "rgb.png")
        }
    }

    @Test("what isn't taken never reaches a process")
    func refused() async throws {
        let harness = VisionHarness { $0.workers.program = "/nonexistent/gatehouse-vision" }
        await #expect(throws: VisionError(.refused(.tooManyPixels), "")) { try await harness.read([.quality], "bomb.png") }
        await #expect(throws: VisionError(.refused(.animated), "")) { try await harness.read([.quality], "animated.png") }
        let error = await #expect(throws: VisionError(.unavailable, "")) { try await harness.read([.quality], "rgb.png") }
        #expect(error?.reason.contains("/nonexistent/gatehouse-vision") == true)
    }
}

@Suite("Processes that read images")
struct ImageProcessTests {
    @Test(
        "the process is confined: no files, no network, little memory",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/limits")))
    func confined() async throws {
        let program = try NamedProgram(ImageReader.siblingProgram)
        let harness = VisionHarness { $0.workers.program = program.path }
        _ = try await harness.read(Set(VisionReading.allCases), "licence.png")
        let process = try #require(program.processes.first)
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
            let status = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)
            #expect(status.contains("Seccomp:\t2\n") && status.contains("NoNewPrivs:\t1\n"))
        }
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8).split(separator: "\n")
        let data = try #require(limits.first { $0.hasPrefix("Max data size") })
        #expect(data.split(separator: " ").contains("536870912"))
        await harness.reader.close()
        _ = try await program.waitFor(0)
    }

    @Test("a process that is killed is replaced, and the next image is read", .timeLimit(.minutes(1)))
    func killed() async throws {
        let program = try NamedProgram(ImageReader.siblingProgram)
        let harness = VisionHarness { $0.workers.program = program.path }
        _ = try await harness.read([.barcodes], "licence.png")
        for process in program.processes { kill(process, SIGKILL) }
        _ = try await program.waitFor(0)
        var report: VisionReport?
        // That it died may be known only when it is asked.
        for _ in 0..<2 where report == nil { report = try? await harness.read([.barcodes], "licence.png") }
        #expect(report?.barcodes?.count == 1)
        await harness.reader.close()
    }

    @Test(
        "a process that ends itself says why",
        arguments: [("exit 91", VisionError.Code.time), ("exit 92", .memory), ("exit 93", .unavailable), ("exit 1", .crashed)])
    func endings(_ command: String, _ code: VisionError.Code) async throws {
        let program = try ShellProgram("read x; \(command)")
        let harness = VisionHarness { $0.workers.program = program.path }
        await #expect(throws: VisionError(code, "")) { try await harness.read([.quality], "rgb.png") }
        await harness.reader.close()
    }

    @Test("a library's message to a standard error that is a file doesn't end the process")
    func messages() async throws {
        let log = FileManager.default.temporaryDirectory.appending(path: "messages-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: log) }
        let program = try ShellProgram("exec '\(ImageReader.siblingProgram)' \"$@\" 2>'\(log)'")
        let harness = VisionHarness { $0.workers.program = program.path }
        // Tesseract tells of 113 diacritics here.
        _ = try await harness.read([.words], "glare.jpg")
        await harness.reader.close()
    }

    @Test("an answer that is none costs the process, not the server")
    func nonsense() async throws {
        let program = try ShellProgram("printf '\\000\\000\\000\\002{}\\000\\000\\000\\000'; cat >/dev/null")
        let harness = VisionHarness { $0.workers.program = program.path }
        await #expect(throws: VisionError(.crashed, "")) { try await harness.read([.quality], "rgb.png") }
        await harness.reader.close()
    }

    @Test("one network's images wait behind each other, another's are read in turn, and too many are told so", .timeLimit(.minutes(1)))
    func turns() async throws {
        let harness = VisionHarness { $0.workers.waitingForOne = 3 }
        let realm = UUID()
        let file = try VisionHarness.file("licence.png")
        let crowd = (0..<10).map { _ in
            Task { try await harness.reader.read([.barcodes], from: file, for: Asker(address: "192.0.2.1", in: realm)) }
        }
        let other = Task { try await harness.reader.read([.barcodes], from: file, for: Asker(address: "192.0.2.2", in: realm)) }
        #expect(try await other.value.barcodes?.count == 1)
        var (read, refused) = (0, 0)
        for task in crowd {
            do {
                _ = try await task.value
                read += 1
            } catch let error as VisionError {
                #expect(error.code == .overloaded)
                refused += 1
            }
        }
        #expect(read >= 4 && refused > 0 && read + refused == 10)
        await harness.reader.close()
    }
}
