def initialise(model: nn.Module) -> None:
    with torch.no_grad():
        for m in model.modules():
            if isinstance(m, nn.Linear):
                fan_out, fan_in = m.weight.shape
                limit = (6 / (fan_in + fan_out)) ** 0.5
                m.weight.copy_(limit * (2 * torch.rand_like(m.weight) - 1))
                if m.bias is not None:
                    m.bias.fill_(0)
        for m in model.modules():
            if isinstance(m, nn.Embedding):
                m.weight.copy_(torch.randn_like(m.weight) / m.embedding_dim**0.5)
                if m.padding_idx is not None:
                    m.weight[m.padding_idx].fill_(0)
    return model
