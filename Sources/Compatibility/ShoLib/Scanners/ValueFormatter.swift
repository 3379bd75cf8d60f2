import IdentityDocuments
public import P1Verify
import Primitives

/// Formats the data of licences for readers.
public enum ValueFormatter {
    /// A licence with formatted data: names with small letters, days as `2031-03-15`, words in place of codes, sizes with units. What is no known
    /// code stays as it is, and the licence that was given, too.
    /// - Parameter license: a licence with data as the barcode has them.
    public static func getFormattedDriverLicense(from license: DriverLicense) -> DriverLicense {
        let formatted = DriverLicense(copying: license)
        formatted.licenceFields = license.licenceFields.formatted
        return formatted
    }
}
