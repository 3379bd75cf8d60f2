import Translations

extension Language {
    var phrases: Phrases { catalogue.pages }
}
