import Primitives

extension UInt8 {
    /// The capital letter of a small one of ASCII; any other byte as it is.
    var asciiCapital: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self - 0x20 : self }
}
