public import JourneyMessages
import Primitives

/// The sentences about failed policies in the languages that a form has besides English. A server sends the policies alone.
extension FailedPolicy {
    /// Returns what the value lacks, in the language that suits a reader best of those that there are.
    /// - Parameter languages: the reader's language tags, best first.
    public func explanation(in languages: [String]) -> String {
        for tag in languages {
            switch tag.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
            case "en": return explanation
            case "de": return explanation(Self.german, otherwise: Self.otherwiseInGerman)
            case "fr": return explanation(Self.french, otherwise: Self.otherwiseInFrench)
            default: continue
            }
        }
        return explanation
    }

    /// German sentences by requirement, with the parameters in braces.
    private static let german: [PolicyRequirement: String] = [
        .required: "wird benötigt", .unique: "ist schon vergeben", .validType: "hat den falschen Typ",
        .validUsername: "ist kein gültiger Benutzername", .validEmailAddress: "ist keine gültige E-Mail-Adresse",
        .validName: "ist kein gültiger Name", .validPhone: "ist keine gültige Telefonnummer",
        .validDate: "ist kein gültiges Datum", .validNumber: "ist keine Zahl",
        .validArrayItems: "hat ein Element, das nicht erlaubt ist", .validQueryFilter: "ist kein gültiger Filter",
        .matchRegularExpression: "hat nicht die richtige Form",
        .minimumLength: "muss mindestens {minLength} Zeichen lang sein",
        .maximumLength: "darf höchstens {maxLength} Zeichen lang sein", .minimumNumber: "ist zu klein",
        .maximumNumber: "ist zu groß", .capitalLetters: "muss mindestens {numCaps} Großbuchstaben haben",
        .digits: "muss mindestens {numNums} Ziffern haben",
        .cannotContainOthers: "darf nicht den Wert von {disallowedFields} enthalten",
        .cannotContainCharacters: "darf keines dieser Zeichen enthalten: {forbiddenChars}",
        .cannotContainDuplicates: "darf kein Zeichen wiederholen: {duplicateValue}",
        .cannotBeCommon: "gehört zu den häufigsten Passwörtern",
        .isNew: "darf keines der letzten {historyLength} sein",
        .offered: "steht nicht zur Wahl", .accepted: "muss angenommen werden",
        .distinct: "wurde schon gewählt; bitte eine andere Wahl treffen",
        .readable: "war nicht lesbar",
    ]
    /// The German sentence for a requirement that has none; `{policy}` stands for its name.
    private static let otherwiseInGerman = "verstößt gegen die Regel {policy}"

    /// French sentences by requirement, with the parameters in braces.
    private static let french: [PolicyRequirement: String] = [
        .required: "est obligatoire", .unique: "est déjà pris", .validType: "n’est pas du bon type",
        .validUsername: "n’est pas un nom d’utilisateur valable", .validEmailAddress: "n’est pas une adresse e-mail valable",
        .validName: "n’est pas un nom valable", .validPhone: "n’est pas un numéro de téléphone valable",
        .validDate: "n’est pas une date valable", .validNumber: "n’est pas un nombre",
        .validArrayItems: "contient un élément qui n’est pas permis", .validQueryFilter: "n’est pas un filtre valable",
        .matchRegularExpression: "n’a pas la bonne forme",
        .minimumLength: "doit avoir au moins {minLength} caractères", .maximumLength: "doit avoir au plus {maxLength} caractères",
        .minimumNumber: "est trop petit", .maximumNumber: "est trop grand",
        .capitalLetters: "doit avoir au moins {numCaps} majuscules", .digits: "doit avoir au moins {numNums} chiffres",
        .cannotContainOthers: "ne doit pas contenir la valeur de {disallowedFields}",
        .cannotContainCharacters: "ne doit contenir aucun de ces caractères : {forbiddenChars}",
        .cannotContainDuplicates: "ne doit pas répéter de caractère : {duplicateValue}",
        .cannotBeCommon: "fait partie des mots de passe les plus courants",
        .isNew: "ne doit pas être l’un des {historyLength} derniers",
        .offered: "n’est pas proposé", .accepted: "doit être accepté",
        .distinct: "a déjà été choisi ; faites un autre choix",
        .readable: "n’a pas pu être lu",
    ]
    /// The French sentence for a requirement that has none; `{policy}` stands for its name.
    private static let otherwiseInFrench = "enfreint la règle {policy}"
}
