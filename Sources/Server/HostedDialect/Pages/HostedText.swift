import HTTPBase
import Pages

/// The texts of the hosted pages for when something isn't as it should be.
enum HostedText {
    case wrongAnswer, startedAnew, leadsElsewhere, signInBroken, linkHeading, linkOpened, linkUsed, changedMeanwhile

    func text(in language: Language) -> String {
        switch (self, language) {
        case (.wrongAnswer, .english): "That did not work. Check what you entered and try again."
        case (.wrongAnswer, .german): "Das hat nicht geklappt. Prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal."
        case (.wrongAnswer, .french): "Cela n’a pas fonctionné. Vérifiez votre saisie et réessayez."
        case (.startedAnew, .english): "The sign-in took too long or was begun elsewhere. Please start again here."
        case (.startedAnew, .german): "Die Anmeldung hat zu lange gedauert oder wurde anderswo begonnen. Bitte beginnen Sie hier neu."
        case (.startedAnew, .french): "La connexion a duré trop longtemps ou a commencé ailleurs. Veuillez recommencer ici."
        case (.leadsElsewhere, .english): "The link that brought you here leads on to a place that this page does not send anybody to."
        case (.leadsElsewhere, .german): "Der Link, der Sie hierher brachte, führt an einen Ort, zu dem diese Seite niemanden schickt."
        case (.leadsElsewhere, .french): "Le lien qui vous a amené ici mène à un endroit où cette page n’envoie personne."
        case (.signInBroken, .english): "This sign-in was not begun here, or too long ago. Please start again."
        case (.signInBroken, .german): "Diese Anmeldung wurde nicht hier begonnen oder ist zu lange her. Bitte beginnen Sie neu."
        case (.signInBroken, .french): "Cette connexion n’a pas été commencée ici, ou il y a trop longtemps. Veuillez recommencer."
        case (.linkHeading, .english): "Go on"
        case (.linkHeading, .german): "Weiter"
        case (.linkHeading, .french): "Continuer"
        case (.linkOpened, .english): "You opened a link that was sent to you. It works once; go on only if you asked for it."
        case (.linkOpened, .german):
            "Sie haben einen Link aus einer Nachricht geöffnet. Er gilt einmal; gehen Sie nur weiter, wenn Sie ihn wollten."
        case (.linkOpened, .french):
            "Vous avez ouvert un lien reçu par message. Il sert une fois ; ne continuez que si vous l’avez demandé."
        case (.changedMeanwhile, .english): "Your account was changed elsewhere meanwhile. Look at it again."
        case (.changedMeanwhile, .german): "Ihr Konto wurde inzwischen anderswo geändert. Sehen Sie es noch einmal an."
        case (.changedMeanwhile, .french): "Votre compte a été modifié ailleurs entre-temps. Vérifiez-le à nouveau."
        case (.linkUsed, .english): "This link was used already or is too old. Please start again."
        case (.linkUsed, .german): "Dieser Link wurde schon benutzt oder ist zu alt. Bitte beginnen Sie neu."
        case (.linkUsed, .french): "Ce lien a déjà servi ou est trop ancien. Veuillez recommencer."
        }
    }
}
