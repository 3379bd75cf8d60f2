import Directory
import Foundation
import Foundations
import Primitives
import Testing

@testable import Directory

@Suite("The look of a realm's pages")
struct PageLookTests {
    private func reason(_ change: (inout PageLook) -> Void) -> String? {
        var look = PageLook()
        change(&look)
        do {
            try look.check()
            return nil
        } catch { return error.reason }
    }

    @Test("a colour that can't be read is refused with its pair and the nearest that can, which is then taken")
    func contrast() throws {
        let refused = try #require(reason { $0.accent = "#88bbee" })
        #expect(refused.contains("accent #88bbee on the card #ffffff has a contrast of 2.0") && refused.contains("text needs 4.5"))
        let nearest = String(try #require(refused.firstMatch(of: /nearest colour that has it is (#[0-9a-f]{6})/)?.1))
        #expect(reason { $0.accent = nearest } == nil)
        #expect(reason { $0.accentDark = "#203040" }?.contains("accentDark #203040 on the card #18201d") == true)
        #expect(reason { $0.background = "#222222" }?.contains("background #222222 on the text #16211e") == true)
        #expect(reason { $0.backgroundDark = "#dddddd" }?.contains("backgroundDark #dddddd on the text #e8eeeb") == true)
    }

    @Test("an accent alone can be read in dark too", arguments: ["#0f6b5c", "#000080", "#8b0000", "#000000", "#6b4e00"])
    func derived(_ accent: String) {
        var look = PageLook()
        look.accent = accent
        #expect(throws: Never.self) { try look.check() }
        for scheme in LookPalette.Scheme.allCases {
            let (palette, fixed) = (LookPalette(look, scheme), LookPalette.Fixed.of(scheme))
            for (one, other) in [
                (palette.accent, fixed.card), (palette.accent, palette.page), (palette.onAccent, palette.accent),
                (palette.onAccent, palette.strongAccent), (palette.strongAccent, palette.information), (fixed.soft, palette.information),
                (fixed.ink, palette.information),
            ] {
                #expect(one.contrast(to: other) >= LookPalette.ratio, "\(scheme) \(one) \(other)")
            }
        }
    }

    @Test(
        "what is no look is refused",
        arguments: [
            ("accent", "red"), ("accent", "#12345"), ("accent", "#é2345"), ("background", "url(x)"), ("backgroundDark", "#fffffff"),
            ("name", ""),
        ])
    func malformed(_ member: String, _ value: String) {
        let refused = reason { look in
            switch member {
            case "accent": look.accent = value
            case "background": look.background = value
            case "backgroundDark": look.backgroundDark = value
            default: look.name = value
            }
        }
        #expect(refused?.contains(member) == true)
        #expect(reason { $0.cornerRadius = 25 }?.contains("cornerRadius") == true)
        for url in ["javascript:alert(1)", "/local", "https:", "https://a b/"] {
            #expect(reason { $0.links = [.init("x", url: url)] }?.contains("no web address") == true, "\(url)")
        }
        #expect(reason { $0.links = Array(repeating: .init("x", url: "https://example.com/"), count: 7) }?.contains("at most 6") == true)
    }

    private func svg(_ content: String) -> String { "data:image/svg+xml;base64," + Data(content.utf8).base64EncodedString() }

    @Test("an SVG is written anew of what draws")
    func svgCleaned() throws {
        let file = """
            <?xml version="1.0"?><!-- made by a program --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" data-made="x" class="y">
            <title>Mark</title><metadata><rdf>x</rdf></metadata><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
            <g fill='url(#g)'><path d="M0 0h4v4z"/></g></svg>
            """
        let image = try #require(LookImage(stored: svg(file)))
        #expect(
            String(decoding: image.bytes, as: UTF8.self)
                == "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 4\"><defs><linearGradient id=\"g\">"
                + "<stop offset=\"0\" stop-color=\"#fff\"/></linearGradient></defs><g fill=\"url(#g)\"><path d=\"M0 0h4v4z\"/></g></svg>")
    }

    @Test(
        "an SVG that does more than draw, or isn't whole, is refused",
        arguments: [
            "<svg><script>alert(1)</script></svg>", "<svg onload=\"alert(1)\"/>", "<svg><g OnClick=\"x\"/></svg>",
            "<svg><a href=\"https://x\"/></svg>", "<svg><path xlink:href=\"#x\"/></svg>", "<svg><image/></svg>",
            "<svg><style>*{}</style></svg>",
            "<svg><foreignObject/></svg>", "<svg><use/></svg>", "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>", "<svg><path d=\"&a;\"/></svg>",
            "<svg><path fill=\"url(https://x)\"/></svg>", "<svg><path fill=\"url(#a) url(//x)\"/></svg>", "<svg><![CDATA[x]]></svg>",
            "<svg>",
            "<svg></g></svg>", "<svg/><svg/>", "<svg><svg/></svg>", "<html/>", "", "<svg><g><path/></svg>", "<svg d=\"a\" d=\"b\"/>",
            "<?x y?><svg/>",
            "<svg><title><script/></svg>",
        ])
    func svgRefused(_ file: String) {
        #expect(LookImage(stored: svg(file)) == nil)
        #expect(reason { $0.logo = svg(file) }?.hasPrefix("look: logo ") == true)
    }

    private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) } + Array(kind.utf8) + content + [0, 0, 0, 0]
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static func header(_ width: UInt8) -> [UInt8] { chunk("IHDR", [0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0]) }

    private func png(_ bytes: [UInt8]) -> String { "data:image/png;base64," + Data(bytes).base64EncodedString() }

    @Test("a PNG keeps its picture and loses what else it carries")
    func pngCleaned() throws {
        let (start, picture, end) = (Self.signature + Self.header(1), Self.chunk("IDAT", [1, 2]), Self.chunk("IEND", []))
        let image = try #require(LookImage(stored: png(start + Self.chunk("tEXt", [9, 9]) + picture + end + [7, 7])))
        #expect(image.bytes == start + picture + end && image.type == "image/png")
        let headless = Self.signature + picture + end
        let sideless = Self.signature + Self.header(0) + end
        let broken: [[UInt8]] = [[], start, start + picture, headless, sideless, Array(start.dropLast())]
        for file in broken {
            #expect(LookImage(stored: png(file)) == nil)
        }
        #expect(reason { $0.icon = "https://example.com/logo.png" }?.contains("look: icon is a data: URL") == true)
    }

    @Test("an application's look goes before its realm's, member by member")
    func merged() {
        var (realm, own) = (PageLook(), PageLook())
        (realm.name, realm.accent, realm.accentDark, realm.cornerRadius) = ("Realm", "#0f6b5c", "#63cdb7", 4)
        (own.name, own.accent) = ("Shop", "#000080")
        let look = realm.with(own)
        #expect(look.name == "Shop" && look.accent == "#000080" && look.cornerRadius == 4)
        #expect(look.accentDark == nil, "the realm's dark accent belongs to the realm's accent")
        #expect(realm.with(nil) == realm)
    }
}
