# Checks an archive's proof without Heartwood: that the leaves are what was signed, and the events are those of the leaves.
# It needs Python and its package cryptography: python check.py (in the folder proof)
import base64, hashlib, json, pathlib, sys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

here = pathlib.Path(__file__).resolve().parent


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def lines(folder):
    for path in sorted(folder.glob("*.jsonl")):
        with path.open(encoding="utf-8", newline="\n") as file:
            for line in file:
                yield json.loads(line)


def signed_head(note, key):
    name, key_id, packed = key.strip().split("+", 2)
    text, signatures = note.rsplit("\n\n", 1)
    for line in signatures.splitlines():
        _, signer, encoded = line.split(" ")
        raw = base64.b64decode(encoded)
        if signer == name and raw[:4].hex() == key_id:
            public = Ed25519PublicKey.from_public_bytes(base64.b64decode(packed)[1:])
            public.verify(raw[4:], (text + "\n").encode())
            _, size, root = text.split("\n")[:3]
            return int(size), base64.b64decode(root)
    sys.exit("Nobody with this key signed it.")


size, root = signed_head((here / "checkpoint.txt").read_text("utf-8"), (here / "key.txt").read_text("utf-8"))
count, whole = 0, []
for leaf, event in zip(lines(here / "leaves"), lines(here.parent / "events"), strict=True):
    # Of somebody who was erased it may be the hash alone.
    is_hash = isinstance(leaf, dict)
    said = [] if is_hash else leaf.split("\n", 6)[1:6]
    if not is_hash and said != [event["position"], event["stream"], str(event["revision"]), event["id"], event["type"]]:
        sys.exit(f"The event at {event['position']} is not that of its leaf.")
    count += 1
    if count <= size:
        right = (1, base64.b64decode(leaf["hash"]) if is_hash else sha(b"\0", leaf.encode()))
        while whole and whole[-1][0] == right[0]:
            right = (2 * right[0], sha(b"\1", whole.pop()[1], right[1]))
        whole.append(right)
found = whole.pop()[1] if whole else sha()
while whole:
    found = sha(b"\1", whole.pop()[1], found)
if count < size or found != root:
    sys.exit("These events are not what was signed.")
print(f"The first {size} of {count} events are what was signed.")
