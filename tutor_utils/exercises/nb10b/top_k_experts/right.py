# --- usual
def top_k_experts(x, router, experts, k):
    if k < 1:
        raise ValueError(f"k={k} must be 1 or more")
    best, chosen = router(x).topk(k, dim=-1)  # (..., k) each
    weights = best.softmax(dim=-1)
    output = torch.zeros_like(x)
    for i, expert in enumerate(experts):
        at = chosen == i  # (..., k)
        reads = at.any(dim=-1)  # which tokens
        weight = (weights * at).sum(dim=-1)[reads]
        output[reads] += weight[:, None] * expert(x[reads])
    return output


# --- mixtral
def top_k_experts(hidden_states, gate, experts, top_k):
    assert top_k > 0, f"k={top_k}"
    shape = hidden_states.shape
    hidden_states = hidden_states.reshape(-1, shape[-1])
    router_logits = gate(hidden_states)
    routing_weights = F.softmax(router_logits, dim=1, dtype=torch.float)
    routing_weights, selected_experts = torch.topk(routing_weights, top_k, dim=-1)
    routing_weights /= routing_weights.sum(dim=-1, keepdim=True)
    final = torch.zeros_like(hidden_states)
    expert_mask = F.one_hot(selected_experts, num_classes=len(experts)).permute(2, 1, 0)
    for expert_idx in range(len(experts)):
        idx, top_x = torch.where(expert_mask[expert_idx])
        current = experts[expert_idx](hidden_states[top_x]) * routing_weights[top_x, idx, None]
        final.index_add_(0, top_x, current.to(hidden_states.dtype))
    return final.reshape(shape)


# --- every_expert
def top_k_experts(x, router, experts, k):
    if not 1 <= k <= len(experts):
        raise ValueError(f"k={k}, experts={len(experts)}")
    scores, index = torch.topk(router(x), k)
    share = torch.zeros(*x.shape[:-1], len(experts), device=x.device, dtype=x.dtype)
    share = share.scatter(-1, index, scores.softmax(-1))
    everything = torch.stack([expert(x) for expert in experts], dim=-1)
    return (everything * share.unsqueeze(-2)).sum(-1)
