package import JourneyMessages
import Primitives

/// Shows the realm's terms until they are accepted; passes when the realm has none.
package struct AcceptTerms: NodeDeclaration {
    package static let type = NodeType(
        "AcceptTermsAndConditionsNode", alias: "acceptTerms", title: "Accept Terms and Conditions",
        "Shows the realm's terms until they are accepted.", interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let state = StateUse(writes: ["termsVersion", "termsAccepted"])

    package var callbacks: [CallbackType] { [.termsAndConditions] }

    package init() {}
}
