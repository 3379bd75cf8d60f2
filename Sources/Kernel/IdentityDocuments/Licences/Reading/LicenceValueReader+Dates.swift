import Primitives

extension LicenceValueReader {
    mutating func readDates() {
        data.birthDate = date(element(.birthDate, .otherBirthDate), as: .birthDate)
        data.issueDate = date(element(.issueDate), as: .issueDate)
        data.expiryDate = date(element(.expiryDate), as: .expirationDate)
        data.revisionDate = date(element(.revisionDate))
        data.under18Until = date(element(.under18Until))
        data.under19Until = date(element(.under19Until))
        data.under21Until = date(element(.under21Until))
    }

    private mutating func date(_ source: LicenceElement?, as field: LicenceField? = nil) -> CalendarDate? {
        guard let source else { return nil }
        let read = LicenceDate(source.value)
        if let field, read?.isZero != true { set(field, source.value, from: source) }
        guard let read else {
            find(.dateUnreadable, source)
            return nil
        }
        guard !read.isZero else {
            find(.placeholder, source)
            return nil
        }
        if read.hasSeparators { find(.dateSeparators, source) }
        if read.hasMore { find(.dateTrailing, source) }
        guard let date = read.date else {
            find(.dateUnreadable, source)
            return nil
        }
        let isYearFirst = version < 2 || data.country == "CAN"
        if read.isYearFirst != isYearFirst { find(.dateOrder, source) }
        return date
    }
}
