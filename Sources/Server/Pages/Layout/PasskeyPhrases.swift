/// The phrases of the pages about passkeys.
struct PasskeyPhrases: Sendable {
    let signIn: String
    let create: String
    let use: String
    let goOnWithout: String
    /// Phrases for what is going on, and for why a ceremony failed.
    let asking: String
    let declined: String
    let unable: String
    let known: String
    let elsewhere: String
    let needsScript: String
    /// Phrases of the account page.
    let title: String
    let none: String
    let nameless: String
    let name: String
    let rename: String
    let remove: String
    let add: String
    let added: String
    let isBackedUp: String

    static let english = PasskeyPhrases(
        signIn: "Sign in with a passkey", create: "Make a passkey", use: "Use a passkey", goOnWithout: "Continue without a passkey",
        asking: "Your browser asks you now: follow what it shows.",
        declined: "No passkey was used. The request was cancelled, or its time ran out. You can try again.",
        unable: "This browser or device can’t do this with a passkey.",
        known: "This device has a passkey for your account already.",
        elsewhere: "Passkeys can’t be used at this address. Open the page by its proper name, with https.",
        needsScript: "Passkeys need JavaScript. Without it, continue without a passkey.",
        title: "Passkeys", none: "You have none yet.", nameless: "Passkey", name: "Name", rename: "Rename", remove: "Remove",
        add: "Add a passkey", added: "Added", isBackedUp: "kept on several devices")

    static let german = PasskeyPhrases(
        signIn: "Mit Passkey anmelden", create: "Passkey anlegen", use: "Passkey verwenden", goOnWithout: "Ohne Passkey weiter",
        asking: "Ihr Browser fragt Sie jetzt: Folgen Sie seinen Hinweisen.",
        declined:
            "Es wurde kein Passkey verwendet. Die Anfrage wurde abgebrochen, oder die Zeit ist abgelaufen. Sie können es erneut versuchen.",
        unable: "Dieser Browser oder dieses Gerät kann das nicht mit einem Passkey.",
        known: "Dieses Gerät hat schon einen Passkey für Ihr Konto.",
        elsewhere: "An dieser Adresse können Passkeys nicht verwendet werden. Öffnen Sie die Seite unter ihrem richtigen Namen, mit https.",
        needsScript: "Passkeys brauchen JavaScript. Ohne geht es ohne Passkey weiter.",
        title: "Passkeys", none: "Sie haben noch keinen.", nameless: "Passkey", name: "Name", rename: "Umbenennen", remove: "Entfernen",
        add: "Passkey hinzufügen", added: "Hinzugefügt", isBackedUp: "auf mehreren Geräten")

    static let french = PasskeyPhrases(
        signIn: "Se connecter avec une clé d’accès", create: "Créer une clé d’accès", use: "Utiliser une clé d’accès",
        goOnWithout: "Continuer sans clé d’accès",
        asking: "Votre navigateur vous interroge maintenant : suivez ce qu’il affiche.",
        declined: "Aucune clé d’accès n’a été utilisée. La demande a été annulée ou a expiré. Vous pouvez réessayer.",
        unable: "Ce navigateur ou cet appareil ne peut pas le faire avec une clé d’accès.",
        known: "Cet appareil a déjà une clé d’accès pour votre compte.",
        elsewhere: "Les clés d’accès ne fonctionnent pas à cette adresse. Ouvrez la page sous son vrai nom, en https.",
        needsScript: "Les clés d’accès ont besoin de JavaScript. Sinon, continuez sans clé d’accès.",
        title: "Clés d’accès", none: "Vous n’en avez pas encore.", nameless: "Clé d’accès", name: "Nom", rename: "Renommer",
        remove: "Retirer", add: "Ajouter une clé d’accès", added: "Ajoutée", isBackedUp: "sur plusieurs appareils")
}
