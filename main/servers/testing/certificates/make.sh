#!/bin/sh
# Makes the certificates of the tests anew, with OpenSSL 3. They are known to everybody and guard nothing.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1"; }

# NAME of the authority, common name
authority() {
  key "$work/$1.key"
  openssl req -x509 -new -key "$work/$1.key" -subj "/CN=$2" -days 36500 -out "$1.pem"
}

# authority, file, key, common name, subject alternative names, end as YYYYMMDD
issue() {
  : > "$work/index.txt"
  cat > "$work/ca.cnf" <<CNF
[ca]
default_ca = it
[it]
database = $work/index.txt
new_certs_dir = $work
rand_serial = yes
default_md = sha256
policy = any
[any]
commonName = supplied
[names]
subjectAltName = $5
CNF
  openssl req -new -key "$3" -subj "/CN=$4" -out "$work/request.pem"
  openssl ca -batch -notext -config "$work/ca.cnf" -cert "$1.pem" -keyfile "$work/$1.key" \
    -in "$work/request.pem" -out "$2" -extensions names \
    -startdate 20200101000000Z -enddate "${6}000000Z" 2> "$work/log" || { cat "$work/log"; exit 1; }
}

authority ca "Test authority"
authority other-ca "Another authority"
key server.key
key client.key
here="DNS:localhost,IP:127.0.0.1"
issue ca server.pem server.key localhost "$here" 21190101
issue ca expired.pem server.key localhost "$here" 20210101
issue ca elsewhere.pem server.key server.example "DNS:server.example" 21190101
issue ca client.pem client.key console "DNS:console.example" 21190101
