import Primitives

extension LicenceValueReader {
    mutating func readSizes() {
        if let source = element(.height) {
            readHeight(source)
        } else if let source = element(.centimetres) {
            data.height = Int(decimal: source.value, leadingZeros: true).flatMap(LicenceHeight.centimetres(possible:))
            if data.height == nil { find(.heightUnreadable, source) }
            set(.height, "\(source.value) cm", from: source)
        }
        readWeight()
    }

    private mutating func readHeight(_ source: LicenceElement) {
        set(.height, source.value, from: source)
        guard let read = LicenceHeightText(source.value) else { return find(.heightUnreadable, source) }
        data.height = read.height
        let isExpected = version < 2 ? read.form == .feetAndInches : read.form == .standard
        if !isExpected { find(.heightForm, source) }
        if read.isOtherUnit { find(.heightUnit, source) }
    }

    private mutating func readWeight() {
        if let source = element(.pounds) {
            readWeight(source, unit: "lb", field: source.value)
        } else if let source = element(.kilograms) {
            readWeight(source, unit: "kg", field: LicenceWeightText(source.value)?.unit == nil ? "\(source.value) kg" : source.value)
        } else if let source = element(.weightRange) {
            set(.weight, source.value, from: source)
            data.weight = Int(decimal: source.value, in: 0...9).map(LicenceWeight.range)
            if data.weight == nil { find(.weightUnreadable, source) }
        }
    }

    private mutating func readWeight(_ source: LicenceElement, unit: String, field: String) {
        set(.weight, field, from: source)
        guard let read = LicenceWeightText(source.value) else { return find(.weightUnreadable, source) }
        if read.unit != nil || source.value.utf8.count != 3 { find(.weightForm, source) }
        data.weight = (read.unit ?? unit) == "kg" ? .kilograms(read.number) : .pounds(read.number)
    }
}
