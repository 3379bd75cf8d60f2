import Testing
import Foundations

@Suite("Addresses that are everybody's")
struct PublicNetworkTests {
    @Test(
        "public ones",
        arguments: [
            [8, 8, 8, 8], [1, 1, 1, 1], [100, 63, 255, 255], [100, 128, 0, 0], [172, 15, 0, 1], [172, 32, 0, 1], [192, 0, 1, 1],
            [198, 17, 0, 1], [198, 20, 0, 1], [223, 255, 255, 255], [0x20, 0x01, 0x48, 0x60] + zeros(11) + [1],
            [0x2A, 0x00] + zeros(13) + [1], [0x3F, 0xFE] + zeros(13) + [1],
        ] as [[UInt8]])
    func everybodys(_ address: [UInt8]) { #expect(PublicNetwork.contains(address) && !PublicNetwork.isLoopback(address)) }

    @Test(
        "others",
        arguments: [
            [0, 0, 0, 0], [10, 0, 0, 1], [100, 64, 0, 1], [100, 127, 255, 255], [127, 0, 0, 1], [127, 255, 255, 255], [169, 254, 169, 254],
            [172, 16, 0, 1], [172, 31, 255, 255], [192, 0, 0, 1], [192, 0, 2, 1], [192, 88, 99, 1], [192, 168, 1, 1], [198, 18, 0, 1],
            [198, 19, 255, 255], [198, 51, 100, 1], [203, 0, 113, 1], [224, 0, 0, 1], [240, 0, 0, 1], [255, 255, 255, 255],
            zeros(16), zeros(15) + [1], zeros(10) + [0xFF, 0xFF, 8, 8, 8, 8], [0x00, 0x64, 0xFF, 0x9B] + zeros(8) + [10, 0, 0, 1],
            [0xFC] + zeros(15), [0xFD] + zeros(15), [0xFE, 0x80] + zeros(14), [0xFF, 0x02] + zeros(14),
            [0x20, 0x01, 0x0D, 0xB8] + zeros(12), [0x20, 0x01, 0x00, 0x00] + zeros(12), [0x20, 0x02, 10, 0, 0, 1] + zeros(10),
            [0x3F, 0xFF, 0x0F, 0xFF] + zeros(12), [], [8, 8, 8], zeros(17),
        ] as [[UInt8]])
    func others(_ address: [UInt8]) { #expect(!PublicNetwork.contains(address)) }

    @Test("this machine's own", arguments: [[127, 0, 0, 1], [127, 1, 2, 3], zeros(15) + [1]] as [[UInt8]])
    func own(_ address: [UInt8]) { #expect(PublicNetwork.isLoopback(address)) }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
