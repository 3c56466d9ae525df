# --- usual
def dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):
    if beta <= 0:
        raise ValueError(f"beta={beta} must be above 0")
    gains = (chosen - ref_chosen.detach()) - (rejected - ref_rejected.detach())
    return -F.logsigmoid(beta * gains).mean()


# --- softplus
def dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):
    if not beta > 0:
        raise ValueError(f"beta must be positive, got {beta}")
    with torch.no_grad():
        reference = ref_chosen - ref_rejected
    margin = (chosen - rejected) - reference
    return F.softplus(-beta * margin).mean()


# --- rewards
def dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):
    if beta <= 0:
        raise ValueError(f"beta={beta}")
    ref_chosen, ref_rejected = ref_chosen.detach(), ref_rejected.detach()
    reward_chosen = beta * (chosen - ref_chosen)
    reward_rejected = beta * (rejected - ref_rejected)
    losses = -F.logsigmoid(reward_chosen - reward_rejected)
    return losses.sum() / len(losses)


# --- binary
def dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta):
    assert beta > 0, f"beta={beta}"
    logits = beta * (chosen - rejected - (ref_chosen - ref_rejected).detach())
    return F.binary_cross_entropy_with_logits(logits, torch.ones_like(logits))
