import JourneyMessages

/// The pages' phrases about policies that a value doesn't keep to, in one language.
struct PolicyPhrases: Sendable {
    /// The sentences by requirement, with the parameters in braces; nil for the kernel's own English.
    let sentences: [PolicyRequirement: String]?
    /// The sentence for a requirement that has none of its own.
    let otherwise: String

    static let english = PolicyPhrases(sentences: nil, otherwise: "")

    static let german = PolicyPhrases(
        sentences: [
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
        ], otherwise: "verstößt gegen die Regel {policy}")

    static let french = PolicyPhrases(
        sentences: [
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
        ], otherwise: "enfreint la règle {policy}")
}
