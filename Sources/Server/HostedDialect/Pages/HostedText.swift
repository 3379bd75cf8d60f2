import HTTPBase
import Translations

/// The texts of the hosted pages for when something isn't as it should be.
enum HostedText {
    case wrongAnswer, startedAnew, leadsElsewhere, signInBroken, linkHeading, linkOpened, linkUsed, changedMeanwhile

    func text(in language: Language) -> String {
        let texts = language.catalogue.hosted
        return switch self {
        case .wrongAnswer: texts.wrongAnswer
        case .startedAnew: texts.startedAnew
        case .leadsElsewhere: texts.leadsElsewhere
        case .signInBroken: texts.signInBroken
        case .linkHeading: texts.linkHeading
        case .linkOpened: texts.linkOpened
        case .linkUsed: texts.linkUsed
        case .changedMeanwhile: texts.changedMeanwhile
        }
    }
}
