//! The codes of countries and languages that tags may have.

/// The countries of ISO 3166-1, alpha-3.
const COUNTRIES: &str = "\
    ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD \
    BGR BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR \
    COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH \
    ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL \
    GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR \
    JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR \
    MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL \
    NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY \
    PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP \
    SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA \
    UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE";

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Tells whether three capitals are the code of a country.
pub(super) fn is_country(code: &str) -> bool {
    COUNTRIES.split(' ').any(|known| known == code)
}

/// Tells whether two or three letters are the code of a language, of ISO 639-1 or 639-3.
pub(super) fn is_language(code: &str) -> bool {
    match *code.as_bytes() {
        [a, b] => ISO_639_1.binary_search(&[a, b]).is_ok(),
        [a, b, c] => ISO_639_3.binary_search(&[a, b, c]).is_ok(),
        _ => false,
    }
}

/// Returns the code of ISO 639-1 of a language that has one, by its code of ISO 639-3.
pub(super) fn shorter(code: &[u8]) -> Option<&'static str> {
    let at = SHORTER.binary_search_by_key(&code, |(three, _)| three).ok()?;
    Some(SHORTER[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_complete_and_in_order() {
        let codes: Vec<_> = COUNTRIES.split(' ').collect();
        assert_eq!(codes.len(), 249);
        assert!(codes.iter().all(|code| code.len() == 3) && codes.is_sorted());
        assert!(is_country("ESP") && !is_country("CAT"));
    }

    #[test]
    fn languages_have_two_or_three_letters() {
        for (code, is_known) in [("ca", true), ("cat", true), ("ast", true), ("ct", false), ("zzz", false)] {
            assert_eq!(is_language(code), is_known, "{code}");
        }
        assert_eq!([shorter(b"cat"), shorter(b"ast"), shorter(b"ca")], [Some("ca"), None, None]);
    }
}
