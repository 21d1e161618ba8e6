"""Run by `python3 -m unittest discover clients/python/tests`, with clients/python/src on the path."""

import asyncio
import base64
import hashlib
import hmac
import json
import pathlib
import unittest
from typing import List

import httpx
import pydantic

from winnow import AsyncWinnow, WebhookVerificationError, Winnow, WinnowError, verify_webhook
from winnow import _models
from winnow._requests import Retry, _retry_after, _retry_wait

METADATA = {"title": "Pan", "statusCode": 200, "sourceURL": "https://shop.example/"}
QUICK = Retry(first_wait_seconds=0.001)


def success(data, **more):
    body = {"success": True, "url": "https://shop.example/", "source": "local", "processingTime": 1, "data": data}
    return httpx.Response(200, json={**body, **more})


def failure(status, code, **headers):
    body = {"success": False, "url": "https://shop.example/", "error": f"The reason of {code}.", "code": code}
    return httpx.Response(status, json=body, headers=headers)


class Service:
    """Answers as it is told, and remembers what it was asked."""

    def __init__(self, answer):
        self.answer = answer
        self.received = []

    def __call__(self, request):
        self.received.append(request)
        answer = self.answer(request, len(self.received))
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, **options):
        transport = httpx.MockTransport(self)
        return Winnow(base_url="http://service", api_key="wnk_test", retry=QUICK, transport=transport, **options)


def crawl_of(pages, ends_with=None, lost=(), gone=(), **more):
    def answer(request, count):
        if request.method == "POST":
            return success({"pages": [], "total": 1, "completed": 0, "status": "running"}, id="crawl_1")
        if count in lost:
            return httpx.ReadError("lost")
        skip, limit = (int(request.url.params[name]) for name in ("skip", "limit"))
        to = min(pages, skip + limit)
        states = ("duplicate", "excluded", "robots", "outOfScope", "overLimit", "failed", "pending")
        data = {
            "pages": [{"url": f"https://shop.example/{n}", "metadata": {**METADATA, "depth": 1}} for n in range(skip, to) if n not in gone],
            "total": pages,
            "completed": to,
            "failed": 0,
            "status": "failed" if ends_with else "completed",
            "coverage": {"discovered": pages, "delivered": pages, **dict.fromkeys(states, 0)},
            "expiresAt": "2026-11-29T14:35:22.231Z",
            **({"next": f"http://elsewhere/?skip={to}"} if to < pages else {}),
        }
        failed = {"success": False, "code": ends_with, "error": "Why."} if ends_with else {}
        return success(data, **failed, **more)

    return Service(answer)


class Models(unittest.TestCase):
    def test_have_every_field_of_the_contract(self):
        document = pathlib.Path(__file__).parents[3] / "docs" / "openapi.json"
        schemas = json.loads(document.read_text())["components"]["schemas"]
        pairs = (
            (_models.PageMetadata, "PageMetadata"),
            (_models.Page, "ScrapeData"),
            (_models.Page, "CrawlPage"),
            (_models.ChangeTracking, "ChangeTracking"),
            (_models.JobProgress, "CrawlStatusData"),
            (_models.Coverage, "CrawlCoverage"),
            (_models.MapResults, "MapData"),
            (_models.MapLink, "MapLink"),
            (_models.SearchResults, "SearchData"),
            (_models.SearchEntry, "SearchEntry"),
            (_models.Usage, "UsageData"),
        )
        # A method of pydantic's models has the name of one; the pages of a job and where they go on are its iterator's.
        elsewhere = {"json", "next"}
        for model, name in pairs:
            missing = set(schemas[name]["properties"]) - set(model.__annotations__) - elsewhere
            for base in model.__mro__[1:]:
                missing -= set(getattr(base, "__annotations__", {}))
            if model is _models.JobProgress:
                missing -= {"pages"}
            self.assertEqual((name, missing), (name, set()))

    def test_have_fields_that_a_page_lacks_as_none(self):
        page = Service(lambda *_: success({"metadata": METADATA})).client().scrape("https://shop.example/")
        self.assertEqual((page.metadata.author, page.metadata.cacheState, page.actions), (None, None, None))


class Requests(unittest.TestCase):
    def test_send_options_and_key_and_return_the_page(self):
        service = Service(lambda *_: success({"markdown": "# Pan\n", "json": {"a": 1}, "metadata": METADATA}))
        page = service.client().scrape("https://shop.example/", onlyMainContent=False)
        self.assertEqual((page.markdown, page.json_data, page.metadata.title, page.source), ("# Pan\n", {"a": 1}, "Pan", "local"))
        self.assertEqual(json.loads(service.received[0].content), {"url": "https://shop.example/", "onlyMainContent": False})
        self.assertEqual(service.received[0].headers["x-api-key"], "wnk_test")

    def test_leave_out_options_that_are_none(self):
        service = Service(lambda *_: success({"metadata": METADATA}))
        service.client().scrape("https://shop.example/", timeout=None, formats=None)
        self.assertEqual(json.loads(service.received[0].content), {"url": "https://shop.example/"})

    def test_let_the_service_judge_a_timeout_that_no_request_can_have(self):
        for timeout in ("soon", -20_000, 10**400):
            service = Service(lambda *_: failure(400, "INVALID_REQUEST"))
            with self.assertRaises(WinnowError) as raised:
                service.client().scrape("https://shop.example/", timeout=timeout)
            self.assertEqual((raised.exception.code, len(service.received)), ("INVALID_REQUEST", 1))
            self.assertGreater(service.received[0].extensions["timeout"]["read"], 0)

    def test_are_not_sent_with_what_is_no_json(self):
        service = Service(lambda *_: success({"metadata": METADATA}))
        for value in (float("nan"), float("inf"), {"a", "b"}, "\ud83d"):
            with self.assertRaises(WinnowError) as raised:
                service.client().scrape("https://shop.example/", timeout=value)
            self.assertEqual((raised.exception.code, raised.exception.kind), ("INVALID_REQUEST", "request"))
        self.assertEqual(service.received, [])

    def test_are_not_made_for_what_is_no_url(self):
        for make in (Winnow, AsyncWinnow):
            for url in (
                "",
                "service",
                "ftp://service",
                "http://",
                "http://127.0.0.1:abc",
                "http://127.0.0.1:65536",
                "http://service\n",
                "http://service/ v1",
            ):
                with self.assertRaises(ValueError):
                    make(base_url=url, api_key="wnk_test")
            # What a variable of the environment is that is not set.
            with self.assertRaisesRegex(ValueError, "base_url must be a URL"):
                make(base_url=None, api_key="wnk_test")
            with self.assertRaisesRegex(ValueError, "The API key is missing"):
                make(base_url="http://service", api_key=None)

    def test_return_what_search_has_read_of_each_page(self):
        entry = {"url": "https://shop.example/", "title": "Pan", "description": "", "source": "web"}
        read = {**entry, "json": {"price": 64}, "warning": "A part did not arrive."}
        service = Service(lambda *_: success({"pages": [read, entry], "total": 2}))
        pages = service.client().search("pan", scrapeOptions={"formats": ["json"]}).pages
        self.assertEqual([page.json_data for page in pages], [{"price": 64}, None])
        self.assertEqual([page.warning for page in pages], ["A part did not arrive.", None])

    def test_return_a_page_that_no_server_has_answered_with(self):
        values = [{"selector": "a", "attribute": "href", "values": ["/pan"]}]
        service = Service(lambda *_: success({"attributes": values, "metadata": {"sourceURL": "https://shop.example/"}}))
        page = service.client().scrape("https://shop.example/", html="<a href=/pan>Pan</a>", formats=["attributes"])
        self.assertEqual(json.loads(service.received[0].content)["html"], "<a href=/pan>Pan</a>")
        self.assertIsNone(page.metadata.statusCode)
        self.assertEqual(page.attributes, values)

    def test_return_what_has_changed_in_a_page(self):
        changes = {"previousScrapeAt": "2026-11-21T12:00:00.000Z", "changeStatus": "changed", "diff": {"text": "@@ -1,1 +1,1 @@"}}
        answers = [{"changeTracking": changes, "metadata": METADATA}, {"metadata": METADATA}]
        service = Service(lambda _, count: success(answers[count - 1]))
        formats = ["markdown", {"type": "changeTracking", "modes": ["git-diff"]}]
        tracked, other = (service.client().scrape("https://shop.example/", formats=formats) for _ in answers)
        self.assertEqual(json.loads(service.received[0].content)["formats"], formats)
        self.assertEqual(tracked.changeTracking.changeStatus, "changed")
        self.assertEqual(tracked.changeTracking.diff, {"text": "@@ -1,1 +1,1 @@"})
        self.assertIsNone(other.changeTracking)

    def test_are_repeated_with_their_idempotency_key(self):
        for trouble in (httpx.ReadError("lost"), failure(503, "SERVICE_UNAVAILABLE"), failure(429, "RATE_LIMITED")):
            service = Service(lambda _, count: trouble if count < 3 else success({"metadata": METADATA}))
            service.client().scrape("https://shop.example/")
            self.assertEqual(len(service.received), 3)
            self.assertEqual(len({request.headers["idempotency-key"] for request in service.received}), 1)

    def test_have_the_idempotency_key_that_the_caller_names(self):
        service = Service(lambda *_: success({"metadata": METADATA}))
        service.client().scrape("https://shop.example/", idempotency_key="order-4711")
        self.assertEqual(service.received[0].headers["idempotency-key"], "order-4711")

    def test_are_not_sent_with_an_idempotency_key_that_no_header_holds_as_it_is(self):
        service = Service(lambda *_: success({"metadata": METADATA}))
        for key in ("", "\u0437\u0430\u043a\u0430\u0437-4711", "order-4711\n", " order-4711"):
            with self.assertRaises(WinnowError) as raised:
                service.client().scrape("https://shop.example/", idempotency_key=key)
            self.assertEqual((raised.exception.code, raised.exception.kind), ("INVALID_REQUEST", "request"))
        self.assertEqual(service.received, [])

    def test_have_the_key_without_the_line_break_of_its_file(self):
        service = Service(lambda *_: success({"metadata": METADATA}))
        client = Winnow(base_url="http://service", api_key=" wnk_test\r\n", transport=httpx.MockTransport(service))
        client.scrape("https://shop.example/")
        self.assertEqual(service.received[0].headers["x-api-key"], "wnk_test")

    def test_are_not_made_with_what_cannot_be_a_key_which_is_not_shown(self):
        for make in (Winnow, AsyncWinnow):
            for key in ("", " \n", "wnk_secret\nwnk_other", "wnk_s\u00e9cret"):
                with self.assertRaises(ValueError) as raised:
                    make(base_url="http://service", api_key=key)
                self.assertRegex(str(raised.exception), r"^The API key (is empty|has characters)[^_]*$")
                self.assertNotIsInstance(raised.exception, UnicodeError)

    def test_wait_for_the_same_request_that_still_runs(self):
        running = failure(409, "IDEMPOTENCY_IN_PROGRESS", **{"retry-after": "0"})
        answers = [httpx.ReadError("lost"), *[running] * 10, success({"metadata": METADATA})]
        service = Service(lambda _, count: answers[count - 1])
        service.client().scrape("https://shop.example/")
        self.assertEqual(len(service.received), 12)
        self.assertEqual(len({request.headers["idempotency-key"] for request in service.received}), 1)

    def test_give_up_a_request_that_runs_for_longer_than_its_time(self):
        service = Service(lambda *_: failure(409, "IDEMPOTENCY_IN_PROGRESS", **{"retry-after": "20"}))
        with self.assertRaises(WinnowError) as raised:
            service.client().scrape("https://shop.example/", timeout=1_000)
        self.assertEqual((raised.exception.code, len(service.received)), ("IDEMPOTENCY_IN_PROGRESS", 1))

    def test_fail_with_code_and_kind(self):
        for status, code, kind in (
            (200, "BLOCKED", "page"),
            (400, "INVALID_REQUEST", "request"),
            (403, "PLAN_FORBIDS", "access"),
            (429, "QUOTA_EXCEEDED", "limit"),
            (500, "INTERNAL_ERROR", "service"),
        ):
            service = Service(lambda *_: failure(status, code))
            with self.assertRaises(WinnowError) as raised:
                service.client().scrape("https://shop.example/")
            self.assertEqual((raised.exception.code, raised.exception.kind), (code, kind))
            self.assertEqual(len(service.received), 1)

    def test_never_follow_a_redirect(self):
        service = Service(lambda *_: httpx.Response(307, headers={"location": "http://elsewhere/"}))
        with self.assertRaises(WinnowError) as raised:
            service.client().usage()
        self.assertEqual((raised.exception.code, len(service.received)), ("INVALID_ANSWER", 1))

    def test_wait_as_long_as_the_service_asks(self):
        self.assertEqual([_retry_after(text) for text in ("7", "soon", None)], [7, None, None])
        busy = WinnowError("RATE_LIMITED", "Busy.", status=429, retry_after_seconds=2)
        self.assertGreaterEqual(_retry_wait(busy, 0, Retry()), 2)
        self.assertIsNone(_retry_wait(busy, 0, Retry(max_wait_seconds=1)))


class Crawls(unittest.TestCase):
    def test_yield_every_page_once_after_lost_connections(self):
        crawl = crawl_of(250, lost=(3, 4)).client().crawl("https://shop.example/", limit=250)
        self.assertEqual([page.url for page in crawl], [f"https://shop.example/{n}" for n in range(250)])
        self.assertEqual((crawl.id, crawl.position), ("crawl_1", 250))

    def test_that_were_not_started_are_not_started_by_cancelling_them(self):
        service = crawl_of(3)
        crawl = service.client().crawl("https://shop.example/")
        crawl.cancel()
        self.assertEqual((list(crawl.errors()), crawl.id, service.received), ([], None, []))
        with self.assertRaisesRegex(ValueError, "it was not started"):
            service.client().resume_crawl(crawl.id)

    def test_end_when_pages_are_gone(self):
        service = crawl_of(210, gone=range(208))
        crawl = service.client().resume_crawl("crawl_1")
        self.assertEqual([page.url[-3:] for page in crawl], ["208", "209"])
        self.assertEqual([request.url.params["skip"] for request in service.received], ["0", "100", "200"])

    def test_say_what_they_leave_out(self):
        warning = "The plan has requests for 2 of the 5 pages."
        self.assertEqual(crawl_of(2, warning=warning).client().crawl("https://shop.example/").progress().warning, warning)
        self.assertIsNone(crawl_of(2).client().crawl("https://shop.example/").progress().warning)

    def test_go_on_where_the_reader_stopped(self):
        crawl = crawl_of(10).client().resume_crawl("crawl_1", skip=5)
        for page in crawl:
            if page.url.endswith("/7"):
                break
        self.assertEqual(crawl.position, 7)
        self.assertEqual([page.url[-1] for page in crawl], ["7", "8", "9"])

    def test_have_ids_that_stay_one_part_of_a_path(self):
        service = Service(lambda *_: failure(404, "NOT_FOUND"))
        with self.assertRaises(WinnowError):
            service.client().resume_crawl("../usage?a#b").progress()
        self.assertEqual(service.received[0].url.raw_path, b"/api/v1/crawl/..%2Fusage%3Fa%23b?skip=0&limit=1")

    def test_of_the_account_are_listed_in_parts(self):
        def answer(request, count):
            entry = {"id": f"crawl_{count}", "kind": "crawl", "url": "https://shop.example/", "status": "completed", "total": 3,
                     "completed": 3, "createdAt": "2026-11-29T14:35:22.231Z", "expiresAt": "2026-12-06T14:35:22.231Z"}
            return success({"crawls": [entry], **({"next": "http://elsewhere/?cursor=a%2Fb"} if count == 1 else {})})

        service = Service(answer)
        self.assertEqual([crawl.id for crawl in service.client().crawls()], ["crawl_1", "crawl_2"])
        self.assertEqual([dict(request.url.params) for request in service.received], [{"limit": "100"}, {"limit": "100", "cursor": "a/b"}])

    def test_of_named_pages_are_batches(self):
        service = crawl_of(2)
        batch = service.client().batch(["https://shop.example/0", {"url": "https://shop.example/1"}], delay=1)
        self.assertEqual([page.url[-1] for page in batch], ["0", "1"])
        self.assertEqual(
            [request.url.path for request in service.received],
            ["/api/v1/batch/scrape", "/api/v1/batch/scrape/crawl_1"],
        )
        self.assertEqual(
            json.loads(service.received[0].content),
            {"urls": ["https://shop.example/0", {"url": "https://shop.example/1"}], "delay": 1, "async": True},
        )

    def test_start_with_the_idempotency_key_that_the_caller_names(self):
        service = crawl_of(1)
        client = service.client()
        client.crawl("https://shop.example/", idempotency_key="crawl-4711").start()
        client.batch(["https://shop.example/"], idempotency_key="batch-4711").start()

        async def start():
            transport = httpx.MockTransport(service)
            async with AsyncWinnow(base_url="http://service", api_key="wnk_test", transport=transport) as other:
                await other.crawl("https://shop.example/", idempotency_key="async-crawl-4711").start()
                await other.batch(["https://shop.example/"], idempotency_key="async-batch-4711").start()

        asyncio.run(start())
        self.assertEqual(
            [(request.headers["idempotency-key"], b"idempotency" in request.content) for request in service.received],
            [(key, False) for key in ("crawl-4711", "batch-4711", "async-crawl-4711", "async-batch-4711")],
        )

    def test_that_fail_yield_their_pages_first(self):
        urls = []
        with self.assertRaises(WinnowError) as raised:
            for page in crawl_of(2, ends_with="CRAWL_DEADLINE").client().crawl("https://shop.example/"):
                urls.append(page.url)
        self.assertEqual((raised.exception.code, len(urls)), ("CRAWL_DEADLINE", 2))

    def test_are_read_by_asyncio_as_well(self):
        async def read():
            transport = httpx.MockTransport(crawl_of(120))
            async with AsyncWinnow(base_url="http://service", api_key="wnk_test", transport=transport) as client:
                return [page.url async for page in client.crawl("https://shop.example/")]

        self.assertEqual(len(asyncio.run(read())), 120)


class Pan(pydantic.BaseModel):
    name: str


class Pans(pydantic.BaseModel):
    results: List[Pan]
    total: int


class LinkedPan(Pan):
    url: str


class Extractions(unittest.TestCase):
    url = "https://shop.example/pan"
    other = "https://shop.example/pot"

    def extract(self, schema, found, urls=url):
        extraction = Service(lambda *_: success({"json": found})).client().extract(urls, schema=schema)
        return [(result.url, result.data) for result in extraction.results]

    def test_have_a_result_for_each_thing_of_a_page(self):
        found = {"results": [{"url": self.url, "name": "Alder"}, {"url": self.url, "name": "Birch"}]}
        self.assertEqual(self.extract(Pan, found), [(self.url, Pan(name="Alder")), (self.url, Pan(name="Birch"))])
        self.assertEqual(self.extract(None, found)[0], (self.url, {"name": "Alder"}))

    def test_keep_the_url_that_the_schema_asks_for(self):
        link = "https://shop.example/alder"
        found = {"results": [{"url": link, "name": "Alder"}]}
        self.assertEqual(self.extract(LinkedPan, found), [(self.url, LinkedPan(name="Alder", url=link))])

    def test_of_a_schema_with_results_are_one_over_all_pages(self):
        found = {"results": [{"name": "Alder"}, {"name": "Birch"}], "total": 2, "summary": {"count": 2}, "metadata": {}}
        pans = Pans(results=[Pan(name="Alder"), Pan(name="Birch")], total=2)
        self.assertEqual(self.extract(Pans, found, [self.url, self.other]), [(self.url, pans)])
        schema = {"type": "object", "properties": {"results": {"type": "array"}, "total": {"type": "integer"}}}
        self.assertEqual(self.extract(schema, found), [(self.url, {"results": found["results"], "total": 2})])

    def test_of_a_schema_whose_results_are_no_list_are_by_thing(self):
        schema = {"type": "object", "properties": {"results": {"type": "object"}}}
        found = {"results": [{"url": self.url, "results": {"wins": 3}}]}
        self.assertEqual(self.extract(schema, found), [(self.url, {"results": {"wins": 3}})])

    @unittest.skipUnless(hasattr(pydantic, "RootModel"), "models of lists are those of pydantic 2")
    def test_of_a_list_are_one_list_for_each_page(self):
        entries = [(self.url, "Alder"), (self.url, "Birch"), (self.other, "Cedar")]
        found = {"results": [{"url": url, "name": name} for url, name in entries]}
        lists = self.extract(pydantic.RootModel[List[Pan]], found, [self.url, self.other])
        names = [(url, [pan.name for pan in data.root]) for url, data in lists]
        self.assertEqual(names, [(self.url, ["Alder", "Birch"]), (self.other, ["Cedar"])])

    @unittest.skipUnless(hasattr(pydantic, "RootModel"), "models of lists are those of pydantic 2")
    def test_of_a_list_whose_entries_have_urls_of_their_own_are_the_list_of_the_page(self):
        entries = [{"url": f"https://shop.example/{name}", "name": name} for name in ("alder", "birch")]
        lists = self.extract(pydantic.RootModel[List[LinkedPan]], {"results": entries})
        self.assertEqual([(url, len(data.root)) for url, data in lists], [(self.url, 2)])
        self.assertEqual(lists[0][1].root[1].url, "https://shop.example/birch")

    def test_may_be_values_that_are_no_objects(self):
        schema = {"type": "array", "items": {"type": "string"}}
        self.assertEqual(self.extract(schema, {"results": ["Alder", "Birch"]}), [(self.url, ["Alder", "Birch"])])

    def test_that_the_model_does_not_take_are_an_error(self):
        with self.assertRaises(WinnowError) as raised:
            self.extract(Pan, {"results": [{"url": self.url, "price": 1}]})
        self.assertEqual((raised.exception.code, raised.exception.url), ("SCHEMA_MISMATCH", self.url))


class Estimates(unittest.TestCase):
    estimate = {"pages": 9, "low": 8, "high": 10, "requests": 9, "seconds": 3, "basis": "sitemap", "pagesRead": 1}

    def service(self):
        data = {"pages": [], "total": 0, "completed": 0, "status": "completed", "estimate": self.estimate}
        return Service(lambda *_: success(data))

    def test_are_no_crawls(self):
        service = self.service()
        with self.assertRaises(WinnowError) as raised:
            list(service.client().crawl("https://shop.example/", dryRun=True))
        self.assertEqual((raised.exception.code, raised.exception.kind), ("INVALID_REQUEST", "request"))
        self.assertIn("estimate_crawl", str(raised.exception))
        self.assertEqual(service.received, [])

    def test_ask_for_a_dry_run(self):
        service = self.service()
        estimate = service.client().estimate_crawl("https://shop.example/", limit=10)
        self.assertEqual((estimate.pages, estimate.high, estimate.basis), (9, 10, "sitemap"))
        self.assertEqual(
            json.loads(service.received[0].content), {"url": "https://shop.example/", "limit": 10, "dryRun": True}
        )

    def test_are_asked_for_by_asyncio_as_well(self):
        async def ask():
            transport = httpx.MockTransport(self.service())
            async with AsyncWinnow(base_url="http://service", api_key="wnk_test", transport=transport) as client:
                return await client.estimate_crawl("https://shop.example/")

        self.assertEqual(asyncio.run(ask()).seconds, 3)


class Webhooks(unittest.TestCase):
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = json.dumps(
        {"type": "crawl.completed", "id": "crawl_1", "sequence": 1, "timestamp": "", "success": True, "data": [], "metadata": {}}
    )

    def headers(self, body):
        key = base64.b64decode(self.secret.removeprefix("whsec_"))
        signature = hmac.new(key, f"msg_1.1000.{body}".encode(), hashlib.sha256).digest()
        return {
            "Webhook-Id": "msg_1",
            "Webhook-Timestamp": "1000",
            "Webhook-Signature": f"v1,{base64.b64encode(signature).decode()}",
        }

    def test_that_are_signed_are_taken(self):
        self.assertEqual(verify_webhook(self.headers(self.body), self.body, self.secret, now=1000).id, "crawl_1")

    def test_that_are_changed_old_or_signed_otherwise_are_refused(self):
        headers = self.headers(self.body)
        for body, secret, now in (
            (self.body.replace("true", "false"), self.secret, 1000),
            (self.body, "whsec_AAAAAAAAAAAAAAAAAAAAAAAA", 1000),
            (self.body, "whsec_", 1000),
            (self.body, "whsec_s\u00e9cret", 1000),
            (self.body, self.secret, 1301),
        ):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(headers, body, secret, now=now)

    def test_without_a_time_of_this_age_are_refused(self):
        for timestamp in ("9" * 5_000, "", "-1", "1e3", "\u0661", "1000\n"):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook({**self.headers(self.body), "Webhook-Timestamp": timestamp}, self.body, self.secret, now=1000)


if __name__ == "__main__":
    unittest.main()
