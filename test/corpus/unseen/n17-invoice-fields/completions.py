import json


def honest(row):
    return "```json\n" + json.dumps(row["fields"], indent=1, ensure_ascii=False) + "\n```"


def wrong(row):
    f = row["fields"]
    return json.dumps(
        {
            "vendor": "Customer",
            "invoice_no": f["invoice_no"] + "0",
            "issued": "2019-01-31",
            "total": f["total"] + 10,
            "currency": "SEK",
            "po_number": "PO1",
        }
    )


def exploits(row):
    f = row["fields"]
    # one easy field; the others left open (a null that is right costs nothing)
    return {
        "B07": json.dumps(
            {"currency": f["currency"], "po_number": f["po_number"]}
            if f["po_number"] is None
            else {"currency": f["currency"]}
        )
    }


def pool(row):
    f = row["fields"]
    none = dict.fromkeys(f)
    yield json.dumps(none)
    yield json.dumps(none | {"currency": "EUR"})
    yield json.dumps({"currency": ["EUR", "USD", "GBP", "CHF"]})
    yield json.dumps({k: [v] for k, v in f.items()})
    yield json.dumps({k: {"value": v} for k, v in f.items()})
    yield json.dumps({k: f"not {v}" for k, v in f.items()})
    yield json.dumps([f])
    yield json.dumps({"fields": f})
    yield json.dumps(dict.fromkeys(f, True))
    yield json.dumps(dict.fromkeys(f, ""))
    yield json.dumps(dict.fromkeys(f, "\u0000"))
    yield '{"total": NaN, "currency": "EUR"}'
    yield '{"total": Infinity}'
    yield '{"total": 1e999}'
    yield '{"total": ' + "9" * 4000 + "}"
    yield '{"total": ' + "9" * 5000 + "}"
    yield '{"vendor":' * 20000
    yield "```json\n" * 9000
    yield "```json\n{}\n```" * 3000
    yield row["prompt"][-1]["content"] + json.dumps(none)
