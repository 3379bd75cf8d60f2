extension Unicode.Scalar {
    /// A character that makes a text look like another: one that turns the direction of the text after it, or ends a line unseen.
    ///
    /// The marks that stand between words of two directions, as keyboards set them, turn nothing around.
    package var isMisleading: Bool {
        switch value {
        case 0x200E, 0x200F, 0x061C: false
        case 0x2028, 0x2029: true
        default: properties.isBidiControl
        }
    }
}
