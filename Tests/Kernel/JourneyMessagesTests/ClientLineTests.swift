import JourneyMessages
import Testing

@Suite("What the lines of the SDKs know (docs/protocols/step-protocol.md 3.1)")
struct ClientLineTests {
    @Test(
        "rows of the matrix: iOS, Android and JavaScript, first the legacy line, then the new one",
        arguments: [
            (.name, "●●●●●●"), (.consentMapping, "–●–●●●"), (.captcha, "●●●––●"), (.enterpriseCaptcha, "●●●●●●"),
            (.deviceBinding, "●●–●●–"), (.selectProvider, "●●●–●●"), (.identityProvider, "●●––●–"), (.redirect, "––●––●"),
            (.appIntegrity, "●●––––"), (.protectEvaluation, "●●●–●●"), (.language, "––––––"), ("VendorCallback", "––––––"),
        ] as [(CallbackType, String)])
    func matrix(_ type: CallbackType, _ row: String) {
        let order: [ClientLine] = [.iOSLegacy, .androidLegacy, .javaScriptLegacy, .iOS, .android, .javaScript]
        #expect(order.map { type.isKnown(to: $0) ? "●" : "–" }.joined() == row)
    }

    @Test("the legacy mobile lines give the step up, the new ones drop the callback, browsers hand it over (checklist 8)")
    func ignorance() {
        #expect(ClientLine.allCases.map(\.ignorance) == [.failsStep, .failsStep, .handsOver, .dropsCallback, .dropsCallback, .handsOver])
    }
}
