import Primitives
import Testing

@testable import Telemetry

@Suite("W3C Trace Context")
struct TraceContextTests {
    private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test("a header is read, and written as it was")
    func read() throws {
        let context = try #require(TraceContext(parent: Self.parent, state: "congo=t61rcWkgMzE"))
        #expect(Hexadecimal.encode(context.trace) == "0af7651916cd43dd8448eb211c80319c")
        #expect(Hexadecimal.encode(context.span) == "b7ad6b7169203331")
        #expect(context.isSampled && context.isRemote && context.parent == Self.parent && context.state == "congo=t61rcWkgMzE")
        #expect(try !#require(TraceContext(parent: Self.parent.dropLast(2) + "00", state: nil)).isSampled)
        // Other flags are another version's concern (§3.2.2.5).
        #expect(try #require(TraceContext(parent: Self.parent.dropLast(2) + "ff", state: nil)).parent == Self.parent)
    }

    @Test("a later version may go on after a hyphen, and nowhere else")
    func later() {
        #expect(TraceContext(parent: "cc" + Self.parent.dropFirst(2) + "-what-the-future-will-be-like", state: nil) != nil)
        #expect(TraceContext(parent: "cc" + Self.parent.dropFirst(2), state: nil) != nil)
        #expect(TraceContext(parent: "cc" + Self.parent.dropFirst(2) + ".more", state: nil) == nil)
        #expect(TraceContext(parent: Self.parent + "-more", state: nil) == nil)
    }

    @Test(
        "what isn't as the recommendation says is no context",
        arguments: [
            "", "00", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x",
            "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01", "00-0af7651916cd43dd8448eb211c80319-cb7ad6b7169203331-01",
            " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333é-1",
        ])
    func refused(_ text: String) { #expect(TraceContext(parent: text, state: nil) == nil) }

    @Test("a state that is too long, or that no header can have, isn't passed on")
    func states() throws {
        for state in [String(repeating: "a", count: 513), "a=b\r\nSet-Cookie: x", "a=é"] {
            #expect(try #require(TraceContext(parent: Self.parent, state: state)).state == nil)
        }
    }
}
