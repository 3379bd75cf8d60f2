"""Writes places.mmdb beside this file: places for the addresses that `gatehouse login --country` and `phone journey --country` seem to come
from, and for the ranges of IPv4 that are for documentation. Needs `pip install mmdb_writer netaddr`.

The addresses are 2001:db8:XXYY::/48 (RFC 3849), where XX and YY are the letters of the country's code; the place is its capital.
"""

import sys
from pathlib import Path

from mmdb_writer import MMDBWriter
from netaddr import IPSet

CAPITALS = """
AR Buenos Aires -34.6 -58.4
AT Vienna 48.2 16.4
AU Canberra -35.3 149.1
BE Brussels 50.8 4.4
BR Brasilia -15.8 -47.9
CA Ottawa 45.4 -75.7
CH Bern 46.9 7.4
CL Santiago -33.4 -70.7
CN Beijing 39.9 116.4
CZ Prague 50.1 14.4
DE Berlin 52.5 13.4
DK Copenhagen 55.7 12.6
EG Cairo 30.0 31.2
ES Madrid 40.4 -3.7
FI Helsinki 60.2 24.9
FR Paris 48.9 2.4
GB London 51.5 -0.1
GR Athens 38.0 23.7
HU Budapest 47.5 19.0
IE Dublin 53.3 -6.3
IN New Delhi 28.6 77.2
IT Rome 41.9 12.5
JP Tokyo 35.7 139.7
KE Nairobi -1.3 36.8
KR Seoul 37.6 127.0
MX Mexico City 19.4 -99.1
NL Amsterdam 52.4 4.9
NO Oslo 59.9 10.8
NZ Wellington -41.3 174.8
PL Warsaw 52.2 21.0
PT Lisbon 38.7 -9.1
SE Stockholm 59.3 18.1
SG Singapore 1.3 103.8
TR Ankara 39.9 32.9
US Washington 38.9 -77.0
ZA Pretoria -25.7 28.2
"""
# The networks of RFC 5737.
RANGES = {"AT": "192.0.2.0/24", "AU": "198.51.100.0/24", "US": "203.0.113.0/24"}


def main() -> None:
    writer = MMDBWriter(6, "Example-City", ipv4_compatible=True, languages=["en"], float_type="f64", description="Made up, for examples")
    for line in CAPITALS.split("\n"):
        if not line:
            continue
        code, *name, latitude, longitude = line.split()
        place = {
            "country": {"iso_code": code},
            "city": {"names": {"en": " ".join(name)}},
            "location": {"latitude": float(latitude), "longitude": float(longitude)},
        }
        networks = [f"2001:db8:{ord(code[0]):x}{ord(code[1]):x}::/48"] + ([RANGES[code]] if code in RANGES else [])
        for network in networks:
            writer.insert_network(IPSet([network]), place)
    writer.to_db_file(sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).with_name("places.mmdb")))


if __name__ == "__main__":
    main()
