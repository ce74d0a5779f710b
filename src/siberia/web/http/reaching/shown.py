"""What one's own page shows of how one is reached."""

from siberia.web.http.context import RequestContext
from siberia.web.http.reaching.outbound import LONGEST_ADDRESS


async def reach_settings(context: RequestContext, webhook: str | None) -> dict[str, object]:
    """Return how who asks is told that it is their turn, with a webhook that they have tried."""
    reaching, guest = context.services.store.reaching, context.guest_id
    reach = await reaching.reach(guest)
    return {
        "receivers": await reaching.subscriptions(guest),
        "reach": reach,
        "webhook": reach.webhook if webhook is None else webhook,
        "longest_webhook": LONGEST_ADDRESS,
        "signer": context.services.delivery.signer.public,
    }
