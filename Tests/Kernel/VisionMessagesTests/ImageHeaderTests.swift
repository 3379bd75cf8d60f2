import TestVectors
import Testing
import VisionMessages

@Suite("Headers of images")
struct ImageHeaderTests {
    private static func file(_ name: String) throws -> [UInt8] { Array(try TestVectors.data("vision/\(name)")) }

    private static func code(_ file: [UInt8]) -> ImageRefusal.Code? {
        do { _ = try ImageHeader(of: file) } catch { return error.code }
        return nil
    }

    @Test(
        "kind, size and orientation are read without decoding",
        arguments: [
            ("baseline.jpg", ImageHeader.Kind.jpeg, 96, 64), ("progressive.jpg", .jpeg, 96, 64), ("grey.jpg", .jpeg, 96, 64),
            ("orientation3.jpg", .jpeg, 96, 64), ("orientation6.jpg", .jpeg, 64, 96), ("orientation8.jpg", .jpeg, 64, 96),
            ("rgb.png", .png, 96, 64), ("palette.png", .png, 96, 64), ("rgb16.png", .png, 96, 64), ("interlaced.png", .png, 96, 64),
            ("profile.png", .png, 96, 64), ("licence.png", .png, 1104, 240),
        ])
    func taken(_ name: String, _ kind: ImageHeader.Kind, _ width: Int, _ height: Int) throws {
        let header = try ImageHeader(of: Self.file(name))
        #expect(header.kind == kind && header.width == width && header.height == height)
    }

    @Test(
        "images that would be a burden are refused by name",
        arguments: [
            ("bomb.png", ImageRefusal.Code.tooManyPixels), ("animated.png", .animated), ("cmyk.jpg", .colours),
        ])
    func refused(_ name: String, _ code: ImageRefusal.Code) throws {
        #expect(Self.code(try Self.file(name)) == code)
    }

    @Test(
        "files of other kinds are refused with their name",
        arguments: [
            (Array("GIF89a".utf8), "GIF"), (Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 ".utf8), "WebP"), (Array("%PDF-1.7".utf8), "PDF"),
            (Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8), "HEIC"), (Array("\0\0\0\u{18}ftypavif\0\0\0\0".utf8), "AVIF"),
            (Array("<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "SVG"), ([0x49, 0x49, 0x2A, 0, 8, 0], "TIFF"),
            (Array("PK\u{3}\u{4}".utf8), "ZIP"), (Array("\u{FEFF} <html>".utf8), "markup"),
        ] as [([UInt8], String)])
    func others(_ file: [UInt8], _ name: String) {
        let error = #expect(throws: ImageRefusal(.otherKind, "")) { try ImageHeader(of: file) }
        #expect(error?.reason.contains(name) == true)
    }

    @Test("what is no file of a known kind is refused", arguments: [[], [0], Array("hello".utf8), [UInt8](repeating: 0, count: 5000)])
    func unknown(_ file: [UInt8]) { #expect(Self.code(file) == .unknownKind) }

    @Test(
        "a file that ends too early is refused wherever it ends", arguments: ["baseline.jpg", "progressive.jpg", "rgb.png", "licence.png"])
    func truncated(_ name: String) throws {
        let file = try Self.file(name)
        for count in 12..<file.count where Self.code(Array(file.prefix(count))) == nil { Issue.record("\(name) with \(count) bytes") }
    }

    @Test("an image that is another file at once is refused, and what phones append is dropped")
    func hidden() throws {
        let (jpeg, png) = (try Self.file("baseline.jpg"), try Self.file("rgb.png"))
        let archive: [UInt8] = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
        for file in [
            jpeg + archive, jpeg + Array("%PDF-1.4".utf8), jpeg + Array("<svg/>".utf8), jpeg + [0, 0, 0x50, 0x4B, 3, 4], png + archive,
            png + [0],
            jpeg + Array("#!/bin/sh".utf8),
        ] {
            #expect(Self.code(file) == .twoKinds)
        }
        for file in [jpeg + jpeg, jpeg + [0, 0, 0], jpeg + Array("\0\0\0\u{18}ftypmp42".utf8), jpeg + Array("SEFT".utf8)] {
            #expect(Self.code(file) == nil)
        }
    }

    @Test("sizes beyond the bounds are refused before anything else is looked at")
    func sizes() throws {
        func png(_ width: [UInt8], _ height: [UInt8]) throws -> [UInt8] {
            var file = try Self.file("rgb.png")
            file.replaceSubrange(16..<24, with: width + height)
            return file
        }
        #expect(Self.code(try png([0, 0, 0xFF, 0xFF], [0, 0, 0, 1])) == .tooNarrow)
        #expect(Self.code(try png([0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF])) == .tooManyPixels)
        #expect(Self.code(try png([0, 0, 0, 0], [0, 0, 0, 64])) == .damaged)
        #expect(Self.code(try png([0, 0, 0x13, 0x88], [0, 0, 0x13, 0x89])) == .tooManyPixels)
        // A side that no decoder takes, of few pixels.
        #expect(Self.code(try png([0, 1, 0, 0], [0, 0, 0, 32])) == .tooManyPixels)
        #expect(Self.code(try png([0, 0, 0, 32], [0, 1, 0, 0])) == .tooManyPixels)
        #expect(Self.code(try Self.file("baseline.jpg") + [UInt8](repeating: 0, count: ImageLimits.bytes)) == .tooManyBytes)
    }
}
