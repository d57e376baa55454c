/**
 * A certificate for 127.0.0.1 and localhost that signs itself, and its key: for tests alone, known to everybody. Made by
 * `openssl ca -selfsign` on P-256, valid from 2020 to 2118.
 */
export const testKey = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAI5sxoIBYPuNHAW5
n6HfomGMk3dl2771ZUXu5NslM5GhRANCAAQ3f9E47DXELOgXcXHwOPxYTq4eB+En
Q+0XnN9MffX79tzWcdYOxO15y0BVgjZyXIckU/P2hMY3Aq1sb2kibjaP
-----END PRIVATE KEY-----
`.trim();

export const testCertificate = `
-----BEGIN CERTIFICATE-----
MIIBbTCCARSgAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5rdWJlLWFw
aXNlcnZlcjAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5MDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOa3ViZS1hcGlzZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ3
f9E47DXELOgXcXHwOPxYTq4eB+EnQ+0XnN9MffX79tzWcdYOxO15y0BVgjZyXIck
U/P2hMY3Aq1sb2kibjaPo0swSTAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3Qw
DAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQUvF79fD+z70JlXdtySVy7Y1ulx8AwCgYI
KoZIzj0EAwIDRwAwRAIgeoW5ZmSj00CnrIB6LlA9lb1UwP2ciGPUuQIS4OF3YaYC
IGA19kRUr/y65mlp+6LRWCbca4Rs2jrXUOvGG2wvRVHF
-----END CERTIFICATE-----
`.trim();
